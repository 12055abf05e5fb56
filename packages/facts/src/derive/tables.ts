import type { EntityName } from '@leaselight/contract'
import { DURABLE_SETTINGS } from '../tables/statements'
import { chainedLeases } from './chains'
import { homeSpans, STATE_FIELDS } from './homeStates'
import { codedRecord, MILESTONE_TYPES, milestoneEntities, milestoneRows } from './milestones'

/** Facts that are worked out from records once after each import, because questions would take long to do it. */
export interface DerivedTable {
  readonly name: 'home_spans' | 'prospect_milestones'
  /** Raised with every change of `rows`, so that what an older version worked out is worked out again. */
  readonly revision: number
  /** The entities whose records it is made of; their ids are unique in a company. */
  readonly from: readonly EntityName[]
  /** The column that identifies a row of a company. */
  readonly key: 'unit_id' | 'prospect_id'
  /** The columns that are worked out, with their types. */
  readonly values: Readonly<Record<string, string>>
  /** The definition: the rows of some keys. `keys` is a SELECT of them. */
  readonly rows: (companyId: number, keys: string) => string
  /** A SELECT of every key that has records, or had. */
  readonly allKeys: (companyId: number) => string
  /** A SELECT of the keys whose rows may differ after some records of an entity changed: `{changed:Array(UInt64)}`. */
  readonly touchedKeys: (companyId: number, entity: EntityName) => string
  /** How many keys are worked out by one statement, so that its memory doesn't grow with the company. */
  readonly keysAtOnce: number
}

const ofCompany = (companyId: number): string => `company_id = ${Math.trunc(companyId)}`

/** What stands in each unit on every day: how it was and will be occupied, as far as signed leases tell. */
const homeSpansTable: DerivedTable = {
  name: 'home_spans',
  revision: 1,
  from: ['leases'],
  key: 'unit_id',
  values: {
    spans: `Array(Tuple(from_day Date32, ${STATE_FIELDS.map((field) => field.join(' ')).join(', ')}))`,
    leases: 'Array(UInt64)',
  },
  rows: homeSpans,
  allKeys: (companyId) => `SELECT unit_id FROM leases FINAL WHERE ${ofCompany(companyId)}
    UNION DISTINCT SELECT unit_id FROM home_spans WHERE ${ofCompany(companyId)}`,
  // A lease that moved to another unit or chain, or is gone, is in the rows of its former ones, and so is one that renews it.
  touchedKeys: (companyId) => `SELECT unit_id FROM home_spans FINAL
    WHERE ${ofCompany(companyId)} AND hasAny(leases, arrayConcat({changed:Array(UInt64)}, (
      SELECT groupArray(id) FROM leases FINAL WHERE ${ofCompany(companyId)} AND has({changed:Array(UInt64)}, previous_lease_id))))
    UNION DISTINCT SELECT unit_id FROM (
      SELECT unit_id, max(has({changed:Array(UInt64)}, id)) OVER (PARTITION BY root) AS is_touched FROM ${chainedLeases(companyId)}
    ) WHERE is_touched
    UNION DISTINCT SELECT unit_id FROM leases FINAL WHERE ${ofCompany(companyId)} AND has({changed:Array(UInt64)}, id)`,
  keysAtOnce: 50_000,
}

/** What each prospect reached and which sources touched it, wherever in the company. A prospect without records has no row. */
const milestonesTable: DerivedTable = {
  name: 'prospect_milestones',
  revision: 1,
  // A removed property hides its records.
  from: ['properties', ...milestoneEntities],
  key: 'prospect_id',
  values: MILESTONE_TYPES,
  rows: milestoneRows,
  allKeys: (companyId) =>
    [
      ...milestoneEntities.map(
        (entity) => `SELECT prospect_id FROM ${entity} FINAL WHERE ${ofCompany(companyId)} AND prospect_id != 0`,
      ),
      `SELECT prospect_id FROM prospect_milestones WHERE ${ofCompany(companyId)}`,
    ].join(' UNION DISTINCT '),
  // A record that names another prospect now, or is gone, is in the row of its former one.
  touchedKeys: (companyId, entity) =>
    entity === 'properties'
      ? milestoneEntities
          .map(
            (one) => `SELECT prospect_id FROM ${one} FINAL
              WHERE ${ofCompany(companyId)} AND prospect_id != 0 AND property_id IN {changed:Array(UInt64)}`,
          )
          .join(' UNION DISTINCT ')
      : `SELECT prospect_id FROM ${entity} FINAL WHERE ${ofCompany(companyId)} AND prospect_id != 0 AND id IN {changed:Array(UInt64)}
    UNION DISTINCT SELECT prospect_id FROM prospect_milestones FINAL ARRAY JOIN records AS record
      WHERE ${ofCompany(companyId)} AND ${codedRecord(entity, 'record')} IN {changed:Array(UInt64)}`,
  keysAtOnce: 200_000,
}

/** Every derived table. */
export const derivedTables: readonly DerivedTable[] = [homeSpansTable, milestonesTable]

/** The names of the derived tables whose rows are about one prospect each: they go with the prospect. */
export const derivedOfPeople: readonly string[] = derivedTables
  .filter(({ key }) => key === 'prospect_id')
  .map(({ name }) => name)

/** The batches of an import that a company's rows of a derived table contain. */
export const DERIVED_BATCHES = 'derived_batches'

/** The migration that creates the derived tables. */
export const createDerivedTables: string[] = [
  ...derivedTables.map(
    ({ name, key, values }) => `CREATE TABLE IF NOT EXISTS ${name} (
    company_id UInt64, ${key} UInt64, ${Object.entries(values)
      .map((column) => column.join(' '))
      .join(', ')}, version UInt64
  ) ENGINE = ReplacingMergeTree(version) ORDER BY (company_id, ${key}) SETTINGS ${DURABLE_SETTINGS}`,
  ),
  `CREATE TABLE IF NOT EXISTS ${DERIVED_BATCHES} (
    company_id UInt64, name LowCardinality(String), batch UInt64
  ) ENGINE = ReplacingMergeTree ORDER BY (company_id, name, batch) SETTINGS ${DURABLE_SETTINGS}`,
]

/** Every table that holds nothing but what can be worked out again. */
export const derivedTableNames: readonly string[] = [...derivedTables.map(({ name }) => name), DERIVED_BATCHES]

export type DerivedTableName = DerivedTable['name']

/** What a derived table's batches are noted under. */
export const noteName = ({ name, revision }: DerivedTable): string => `${name} ${revision}`
