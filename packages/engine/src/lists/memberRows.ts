import { type Cell, type Day, formatDay, formatInstant, type MemberPage, parsePhone } from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import type { Anonymizer } from '../demo/anonymizer'
import { writeText } from '../records/inText'
import type { ProspectContact } from './contacts'
import { type ProspectStanding, standingText, waitingDays } from './standings'

/** A record behind a number as `memberSql` selects it. */
export interface MemberRow {
  id: number
  what: string
  prospect_id: number
  property_id: number
  agent_id: number
  name: string
  /** Whether the name is that of a caller. */
  is_caller: number
  /** The caller's number, for records that have one. */
  phone: string
  at: string
  details: string
}

/** What is known of a whole list. */
export interface Counted {
  total: number
  /** The people among its records who still wait for an answer. */
  waiting: number
  /** The records that have a day. */
  dated: number
  kinds: number
  properties: number
  agents: number
}

/** A record as a list shows it, and what its cells are sorted by where that isn't their text. */
export interface ListedMember {
  row: MemberPage['rows'][number]
  sortedBy: Readonly<Record<string, Cell>>
}

const PERSON_COLUMNS: MemberPage['columns'] = [
  { key: 'status', label: 'Status', format: 'text' },
  { key: 'phone', label: 'Phone', format: 'phone' },
  { key: 'email', label: 'Email', format: 'email' },
]

const LATER_COLUMNS: MemberPage['columns'] = [
  { key: 'source', label: 'Source', format: 'text' },
  { key: 'lastContact', label: 'Last contact', format: 'text' },
]

/** The columns of a list; `varies` is of the whole list, on whichever page. */
export const memberColumns = (arePeople: boolean, counted: Counted | undefined): MemberPage['columns'] => [
  { key: 'name', label: 'Name', format: 'text' },
  ...(arePeople ? PERSON_COLUMNS : []),
  { key: 'what', label: 'What', format: 'text', varies: Number(counted?.kinds) > 1 },
  { key: 'when', label: 'When', format: 'text', ...(Number(counted?.dated) === 0 && { varies: false }) },
  { key: 'property', label: 'Property', format: 'text', varies: Number(counted?.properties) > 1 },
  { key: 'agent', label: 'Agent', format: 'text', varies: Number(counted?.agents) > 1 },
  ...(arePeople ? LATER_COLUMNS : []),
  { key: 'details', label: 'Details', format: 'text' },
]

interface Around {
  who: CompanyContext
  contacts: ReadonlyMap<number, ProspectContact>
  /** The status of each person; undefined where the records name none. */
  standings: ReadonlyMap<number, ProspectStanding> | undefined
  now: Date
}

/** Makes records rows of a list, with the names of a sales demo where the viewer gives one. */
export function rowMaker({ who, contacts, standings, now }: Around): (record: MemberRow) => ListedMember {
  const properties = new Map(who.properties.map((property) => [property.id, property]))
  const agents = new Map(who.agents.map((agent) => [agent.id, agent.name]))
  return (record) => {
    const property = properties.get(record.property_id)
    const timeZone = property?.timeZone ?? who.company.timeZone
    const standing = standings?.get(record.prospect_id)
    const at = instantOf(record.at)
    const details = writeText(record.details, who.today)
    return {
      row: {
        id: record.id,
        prospectId: record.prospect_id || null,
        name: nameOf(record, contacts.get(record.prospect_id)?.name, who.anonymizer),
        ...(standings && contactOf(record, contacts.get(record.prospect_id), who.anonymizer)),
        ...(standings && standingOf(standing, now, { timeZone, today: who.today })),
        what: record.what,
        when: formatWhen(record.at, timeZone, who.today),
        at,
        timeZone,
        property: property?.name ?? 'N/A',
        agent: agents.get(record.agent_id) ?? 'Unassigned',
        details: who.anonymizer?.text(details) ?? details,
      },
      sortedBy: {
        when: at,
        ...(standing && { lastContact: standing.lastContact, status: statusOrder(standing, now) }),
      },
    }
  }
}

/** What sorts a status: those who wait by how long they do. */
const statusOrder = (standing: ProspectStanding, now: Date): string =>
  standing.status === 'waiting' ? `Waiting ${waitingDays(standing, now)}` : standingText(standing, now)

/** Where a person stands, as a list says it; nulls where unknown. */
const standingOf = (
  standing: ProspectStanding | undefined,
  now: Date,
  { timeZone, today }: { timeZone: string; today: Day },
) => ({
  status: standing ? standingText(standing, now) : null,
  source: standing?.source || null,
  lastContact: standing?.lastContact ? formatWhen(standing.lastContact, timeZone, today) : null,
})

/** A person's phone number: the prospect's own before the one they called from; null when unknown. */
function contactOf(
  row: MemberRow,
  contact: ProspectContact | undefined,
  anonymizer: Anonymizer | null,
): { phone: string | null; phoneE164: string | null; email: string | null } {
  const [written, address] = [contact?.phone || row.phone || null, contact?.email || null]
  const phone = anonymizer ? anonymizer.phone(written) : written
  const email = anonymizer ? anonymizer.email(row.prospect_id, address) : address
  return { phone, phoneE164: parsePhone(phone ?? '')?.e164 ?? null, email }
}

function nameOf(row: MemberRow, known: string | undefined, disguise: Anonymizer | null): string {
  const name = known || row.name
  if (name === '') return 'Unknown'
  if (!disguise) return name
  const isPerson = row.prospect_id !== 0 || Boolean(row.is_caller)
  return (isPerson ? disguise.person(row.prospect_id, name) : disguise.text(name)) ?? 'Unknown'
}

function formatWhen(at: string, timeZone: string, today: Day): string {
  const instant = instantOf(at)
  if (instant === null) return '—'
  return instant.length === 10 ? formatDay(instant, today) : formatInstant(instant, timeZone, today)
}

/** Converts a day or an instant to ISO format; the engine writes UTC without a zone. */
function instantOf(at: string): string | null {
  if (at === '') return null
  return at.length === 10 ? at : `${at.replace(' ', 'T')}Z`
}
