import { raw } from '../../plan/sql'
import { carry, instant, lazily, noAgent, property, source } from '../carries'
import { prospectFact, type RecordType, table } from '../definition'
import { prospectContact } from './prospectJoin'

/** Visits to the properties' websites. */
export const webSessions = {
  ...prospectFact,
  agent: undefined,
  label: 'Web session',
  fromClause: table('web_sessions'),
  since: ['web_sessions'],
  when: { column: 'started_at', kind: 'instant' },
  details: raw(`concat(toString(page_views), ' page views')`),
  joinsProspects: 'lazily',
  ...carry(property('property_id'), noAgent, source('source'), lazily(prospectContact), instant('started_at')),
} satisfies RecordType
