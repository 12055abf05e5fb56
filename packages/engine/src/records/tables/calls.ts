import { raw } from '../../plan/sql'
import { agent, carry, instant, lazily, property, source, values } from '../carries'
import { type Carries, prospectFact, type RecordType, table } from '../definition'
import { inText } from '../inText'
import { byPropertyDay } from './propertyDays'
import { prospectContact } from './prospectJoin'
import { RETURN_CALL, returnsByDay } from './returns'

const callFilters: Partial<Carries> = {
  filters: {
    callerTypes: { column: raw('caller_type') },
    statuses: { column: raw('outcome') },
    selectedScheduled: { column: raw('appointment_id != 0') },
    callIds: { column: raw('id') },
  },
}

/** Incoming and outgoing calls. Their source is that of the number dialed, regardless of the caller. */
export const calls = {
  ...prospectFact,
  label: 'Call',
  fromClause: table('calls'),
  since: ['calls'],
  when: { column: 'started_at', kind: 'instant' },
  details: raw(`concat(replaceAll(outcome, '-', ' '), ', ', ${inText('duration', 'duration_seconds')})`),
  name: raw('caller_name'),
  hasCallerName: true,
  callerPhone: raw('caller_phone'),
  joinsProspects: 'lazily',
  summed: [...byPropertyDay('calls'), returnsByDay('return_calls', RETURN_CALL)],
  ...carry(
    property('property_id'),
    agent('agent_id'),
    source('source'),
    lazily(prospectContact),
    instant('started_at'),
    values({ status: 'outcome', 'caller-type': 'caller_type' }),
    callFilters,
  ),
} satisfies RecordType
