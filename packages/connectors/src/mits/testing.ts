import type { EntityName } from '@leaselight/contract'
import type { RejectionInput } from '@leaselight/facts'
import fc from 'fast-check'
import type { Ids } from '../ids'
import type { ReadCounts } from '../report'
import { testReferenceData } from '../testing'
import { parseMitsSettings } from './settings'
import { translateMits } from './translate'

/** A translation's records, in memory. */
export interface Translated {
  read: Record<string, ReadCounts>
  stopped: string | null
  records: Partial<Record<EntityName, Record<string, unknown>[]>>
  rejections: RejectionInput[]
  notes: { entity: string; field: string; reason: string }[]
}

/** Translates a file's text, read in chunks of the given number of bytes. */
export async function translateXml(
  xml: string | Uint8Array,
  { settings = { properties: { '*': 11 } }, piece = 1_000, ids }: { settings?: object; piece?: number; ids?: Ids } = {},
): Promise<Translated> {
  const records: Translated['records'] = {}
  const rejections: RejectionInput[] = []
  const notes: Translated['notes'] = []
  const bytes = typeof xml === 'string' ? new TextEncoder().encode(xml) : xml
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += piece) yield bytes.subarray(start, start + piece)
  }
  const { read, stopped } = await translateMits(pieces(), parseMitsSettings(settings), {
    reference: testReferenceData,
    ...(ids && { ids }),
    sink: {
      record: (entity, _line, record) => {
        const made = records[entity] ?? []
        records[entity] = made
        made.push(record as Record<string, unknown>)
      },
      reject: (rejection) => rejections.push(rejection),
      note: (entity, field, reason) => notes.push({ entity, field, reason }),
      unused: () => undefined,
    },
    pause: async () => undefined,
  })
  return { read, stopped, records, rejections, notes }
}

/** A file of these prospects. */
export const leadManagement = (...prospects: string[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<LeadManagement>\n<Prospects>\n${prospects.join('\n')}\n</Prospects>\n</LeadManagement>\n`

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** An event as a file writes it. */
export function eventXml({ type, date, ...rest }: RandomEvent): string {
  const agent =
    rest.agent === undefined
      ? ''
      : `<Agent><AgentID IDValue="${escaped(rest.agent.id)}"/><AgentName><FirstName>${escaped(rest.agent.name)}</FirstName></AgentName></Agent>`
  return `<Event EventType="${escaped(type)}" EventDate="${escaped(date)}">${rest.id === undefined ? '' : `<EventID IDValue="${escaped(rest.id)}"/>`}${agent}<FirstContact>${rest.first}</FirstContact>${rest.source === undefined ? '' : `<TransactionSource>${escaped(rest.source)}</TransactionSource>`}<EventReasons>${escaped(rest.reasons)}</EventReasons></Event>`
}

interface RandomEvent {
  type: string
  date: string
  id: string | undefined
  agent: { id: string; name: string } | undefined
  first: string
  source: string | undefined
  reasons: string
}

const types = [
  ...['Email', 'EmailFromProspect', 'EmailToProspect', 'Text', 'CallFromProspect', 'CallToProspect', 'Webservice'],
  ...['WalkIn', 'walk-in', 'Show', 'ReturnVisit', 'Appointment', 'CancelAppointment', 'NoShow', 'Application'],
  ...['Approve', 'ApplicationDenied', 'CancelApplication', 'LeaseSign', 'Cancel', 'ReActivate', 'Other', 'Hold'],
  ...['MoveIn', 'MoveOut', 'Renew', 'Notice', 'CancelNotice', 'Month To Month', 'Transfer', 'Skip', 'Eviction'],
  ...['First Contact', 'Carrier Pigeon', '', '<&">'],
]
const dates = [
  ...['2026-03-02T09:15:00', '2026-03-02T00:00:00', '2026-03-08T02:30:00', '2026-03-09', '3/10/2026 2:05 PM'],
  ...['2026-03-11T14:00:00-07:00', '2026-03-11T00:00:00Z', '0001-01-01T00:00:00', '2026-02-30', 'N/A', ''],
]

const event: fc.Arbitrary<RandomEvent> = fc.record({
  type: fc.constantFrom(...types),
  date: fc.constantFrom(...dates),
  id: fc.option(fc.constantFrom('0', '7', '8', '9'), { nil: undefined }),
  agent: fc.option(
    fc.record({ id: fc.constantFrom('', '0', 'A1', 'A2'), name: fc.constantFrom('', '0', 'Ana', 'Lee, Bo') }),
    { nil: undefined },
  ),
  first: fc.constantFrom('true', 'false', 'True', '', '1'),
  source: fc.option(fc.constantFrom('Zillow', 'A & B', '0', '', 'n/a', 'Referral'), { nil: undefined }),
  reasons: fc.constantFrom('', 'Price', '0', 'Agent called off'),
})

/** A prospect as careless systems write one, with the number of its events. */
export interface RandomProspect {
  id: string
  property: string
  names: string[]
  type: string
  lease: string
  events: RandomEvent[]
}

/** Prospects as careless systems write them. */
export const randomProspect: fc.Arbitrary<RandomProspect> = fc.record({
  id: fc.oneof(fc.stringMatching(/^p[0-9]{1,6}$/), fc.constantFrom('', '0', 'p1')),
  property: fc.constantFrom('maple', 'MAPLE', 'oak', 'nowhere', ''),
  names: fc.array(fc.constantFrom('', 'Ana', 'Reyes, Ana', '0', 'Ana Maria Reyes', '<Ana>'), { maxLength: 3 }),
  type: fc.constantFrom('prospect', 'lost', 'applicant', 'roommate', ''),
  lease: fc.constantFrom(
    '',
    '<Lease/>',
    '<Lease><LeaseFromDate>2026-04-01</LeaseFromDate><LeaseToDate>2027-03-31</LeaseToDate><CurrentRent>$1,450.00</CurrentRent><UnitName>4B</UnitName></Lease>',
    '<Lease><LeaseFromDate>2026-04-01</LeaseFromDate><LeaseToDate>2026-03-31</LeaseToDate><CurrentRent>0</CurrentRent></Lease>',
    '<Lease><LeaseFromDate>2025-04-01</LeaseFromDate><LeaseToDate>2026-03-31</LeaseToDate><CurrentRent>1400</CurrentRent><UnitName>4b</UnitName><ActualMoveIn>2025-04-02</ActualMoveIn></Lease><Lease><LeaseFromDate>2026-04-01</LeaseFromDate><LeaseToDate>2027-03-31</LeaseToDate><CurrentRent>1450</CurrentRent><UnitName>4B</UnitName></Lease>',
  ),
  events: fc.array(event, { maxLength: 8 }),
})

/** The prospect as a file writes it. */
export function prospectXml({ id, property, names, type, lease, events }: RandomProspect): string {
  const customers = names.map((name, index) => {
    const own =
      index === 0
        ? `<Identification IDType="ProspectID" IDValue="${escaped(id)}"/><Identification IDType="PropertyID" IDValue="${escaped(property)}"/>`
        : ''
    return `<Customer Type="${type}">${own}<Name><FirstName>${escaped(name)}</FirstName></Name><Email>0</Email>${lease}</Customer>`
  })
  return `<Prospect><Customers>${customers.join('')}</Customers><CustomerPreferences><TargetMoveInDate>2026-05-01</TargetMoveInDate></CustomerPreferences><Events>${events.map(eventXml).join('')}</Events></Prospect>`
}
