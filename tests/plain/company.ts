import type { RecordOf } from '@leaselight/contract'
import type { Fixture } from '@leaselight/sample'

/** A company's records after all imports: the last version of each, without removed ones. */
export interface PlainCompany {
  company: RecordOf<'companies'>
  properties: RecordOf<'properties'>[]
  agents: RecordOf<'agents'>[]
  users: RecordOf<'users'>[]
  sources: RecordOf<'sources'>[]
  units: RecordOf<'units'>[]
  prospects: RecordOf<'prospects'>[]
  /** Every prospect that is not removed, also those of a removed property. */
  knownProspects: ReadonlyMap<number, RecordOf<'prospects'>>
  /** Prospects whose last version is a removal. */
  deletedProspects: Set<number>
  messages: RecordOf<'messages'>[]
  calls: RecordOf<'calls'>[]
  appointments: RecordOf<'appointments'>[]
  applications: RecordOf<'applications'>[]
  visits: RecordOf<'visits'>[]
  leases: RecordOf<'leases'>[]
}

/** Reads a company's records from all imports, oldest first. */
export function plainCompany(imports: readonly Fixture[], id: number): PlainCompany {
  const all = <E extends keyof Fixture>(entity: E): NonNullable<Fixture[E]>[number][] =>
    imports.flatMap((records): NonNullable<Fixture[E]>[number][] => records[entity] ?? [])
  const byCompany = (record: { company_id: number }) => record.company_id === id
  // A property or prospect belongs to the company whose file named it first; claims by another company are rejected.
  const properties = firsts(all('properties'))
  const byProperty = (record: { property_id: number }) => properties.get(record.property_id)?.company_id === id
  const people = firsts(all('prospects'))
  const mine = (record: RecordOf<'prospects'>) => {
    const first = people.get(record.id)
    return byProperty(record) && first !== undefined && byProperty(first)
  }
  const ours = (record: RecordOf<'properties'>) => byCompany(record) && properties.get(record.id)?.company_id === id

  const standing = lasts(all('properties').filter(ours)).filter(alive)
  const stands = new Set(standing.map((property) => property.id))
  // Facts of a removed property are hidden.
  const shown = (record: { property_id: number; deleted?: boolean }) => alive(record) && stands.has(record.property_id)
  const prospects = lasts(all('prospects').filter(mine))
  const company = lasts(all('companies')).find((record) => record.id === id)
  if (!company) throw new Error(`No import brings company ${id}.`)
  return {
    company,
    properties: standing,
    agents: lasts(all('agents').filter(byCompany)).filter(alive),
    users: lasts(all('users').filter(byCompany)).filter(alive),
    sources: lasts(all('sources').filter(byCompany)).filter(alive),
    units: lasts(all('units').filter(byProperty)).filter(shown),
    prospects: prospects.filter(shown),
    knownProspects: new Map(prospects.filter(alive).map((record) => [record.id, record])),
    deletedProspects: new Set(prospects.filter((record) => record.deleted).map((record) => record.id)),
    messages: lasts(all('messages').filter(byProperty)).filter(shown),
    calls: lasts(all('calls').filter(byProperty)).filter(shown),
    appointments: lasts(all('appointments').filter(byProperty)).filter(shown),
    applications: lasts(all('applications').filter(byProperty)).filter(shown),
    visits: lasts(all('visits').filter(byProperty)).filter(shown),
    leases: lasts(all('leases').filter(byProperty)).filter(shown),
  }
}

const alive = (record: { deleted?: boolean }): boolean => !record.deleted

const lasts = <T extends { id: number }>(records: readonly T[]): T[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
]

const firsts = <T extends { id: number }>(records: readonly T[]): Map<number, T> =>
  new Map([...records].reverse().map((record) => [record.id, record]))
