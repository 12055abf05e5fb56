import {
  activePeople,
  type DeedNames,
  deedRecords,
  type Measure,
  measureOf,
  measuresFor,
  messages,
  prospects,
  type QueryContext,
  recordTypes,
} from '@leaselight/engine'
import { activity } from './report'

const names: DeedNames = {
  created: { one: 'new lead', many: 'new leads' },
  messageFromThem: { one: 'message from them', many: 'messages from them' },
  messageFromUs: { one: 'message from us', many: 'messages from us' },
  callFromThem: { one: 'call from them', many: 'calls from them' },
  callFromUs: { one: 'call from us', many: 'calls from us' },
  appointment: { one: 'appointment', many: 'appointments' },
  visit: { one: 'visit', many: 'visits' },
  application: { one: 'application', many: 'applications' },
  lease: { one: 'lease', many: 'leases' },
}

const agentMessages = deedRecords('messageFromUs')

/** What happened, each on its own day or on that of its prospect's creation. */
const facts = {
  email: agentMessages.where`channel = 'email'`,
  text: agentMessages.where`channel = 'text'`,
  facebook: agentMessages.where`channel = 'facebook'`,
  bulkEmail: messages().where`channel = 'email' AND direction = 'outbound' AND origin IN ('bulk', 'drip')`,
  call: deedRecords('callFromUs'),
  appointments: deedRecords('appointment'),
  visits: deedRecords('visit'),
  walkIn: deedRecords('visit').where`appointment_id = 0`,
  shows: deedRecords('visit').where`unit_shown`,
  leases: deedRecords('lease'),
}

/** People created in the period, or everyone active in it, and those who came by referral. */
function people(context: QueryContext) {
  const who = context.filters.prospectsByCreateDate ? prospects() : activePeople(names, context)
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
