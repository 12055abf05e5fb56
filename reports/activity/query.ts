import {
  type ActivityKinds,
  applications,
  calls,
  keptAppointments,
  liveLeases,
  type Measure,
  measureOf,
  measuresFor,
  messages,
  peopleBehind,
  prospects,
  type QueryContext,
  recordTypes,
  visits,
} from '@leaselight/engine'
import { activity } from './report'

const agentMessages = messages().where`direction = 'outbound' AND origin = 'agent'`
const agentCalls = calls().where`direction = 'outbound' AND handled_by = 'agent'`

/** What makes a person active. Campaigns, bulk messages, and what an assistant sends do not. */
const activityKinds: ActivityKinds = {
  since: ['prospects', 'messages', 'calls'],
  deeds: [
    { one: 'new lead', many: 'new leads', records: prospects() },
    { one: 'message from them', many: 'messages from them', records: messages().where`direction = 'inbound'` },
    { one: 'message from us', many: 'messages from us', records: agentMessages },
    { one: 'call from them', many: 'calls from them', records: calls().where`direction = 'inbound'` },
    { one: 'call from us', many: 'calls from us', records: agentCalls },
    { one: 'appointment', many: 'appointments', records: keptAppointments() },
    { one: 'visit', many: 'visits', records: visits() },
    { one: 'application', many: 'applications', records: applications() },
    { one: 'lease', many: 'leases', records: liveLeases() },
  ],
}

/** What happened, each on its own day or on that of its prospect's creation. */
const facts = {
  email: agentMessages.where`channel = 'email'`,
  text: agentMessages.where`channel = 'text'`,
  facebook: agentMessages.where`channel = 'facebook'`,
  bulkEmail: messages().where`channel = 'email' AND direction = 'outbound' AND origin IN ('bulk', 'drip')`,
  call: agentCalls,
  appointments: keptAppointments(),
  visits: visits(),
  walkIn: visits().where`appointment_id = 0`,
  shows: visits().where`unit_shown`,
  leases: liveLeases(),
}

/** People created in the period, or everyone active in it, and those who came by referral. */
function people(context: QueryContext) {
  const who = context.filters.prospectsByCreateDate ? prospects() : peopleBehind(activityKinds, context)
  return {
    leads: who.of('everyone'),
    prospects: who.of('prospects'),
    referrals: prospects().of('everyone').where`is_referral`,
  }
}

const qualifiedInPeriod = prospects().dated('qualified_at')
/** Of the people created in the period, those qualified on any day. */
const qualifiedOfCohort = measureOf(recordTypes.prospects).where`qualified_at IS NOT NULL`

export default measuresFor(activity, (context) => ({
  ...people(context),
  ...facts,
  qualification: context.filters.prospectsByCreateDate ? qualifiedOfCohort : qualifiedInPeriod,
}))

/** By event whatever dates people: only who leads and prospects are is the reader's choice. */
export const activityByEvent = (context: QueryContext) => ({
  ...people(context),
  ...onOwnDays(facts),
  qualification: qualifiedInPeriod,
})

function onOwnDays<K extends string>(measures: Readonly<Record<K, Measure>>): Record<K, Measure> {
  const own = Object.entries<Measure>(measures).map(([name, measure]) => [name, measure.onOwnDay()])
  // The entries have the same keys, which fromEntries' type loses.
  return Object.fromEntries(own) as Record<K, Measure>
}
