import type { EntityName } from '@leaselight/contract'
import { ERASED, plannedSharers } from '../erase/listed'
import { DURABLE_SETTINGS } from '../tables/statements'
import { activeCodes, activeDayRows, activeEntities, DAY_TYPES, makesActive } from './activeDays'
import { CALL_LINE_TYPES, callLineRows, FOLDED_INDEX } from './callLines'
import {
  CAMPAIGN_MESSAGE_TYPES,
  campaignMessageRows,
  campaignOutcomes,
  campaignTouch,
  everyCampaignPerson,
} from './campaignMessages'
import { CARE_TYPES, careCodes, careEntities, careRows, tellsOfCare } from './care'
import { chainedLeases } from './chains'
import { HOME_TYPES, homeSpans } from './homeStates'
import { MILESTONE_TYPES, milestoneCodes, milestoneEntities, milestoneRows } from './milestones'
import { type ChangedKeys, type Keys, ofCompany } from './narrow'
import { keyedByProspect, type PeopleTouch } from './people'
import {
  allPropertyDays,
  PROPERTY_DAY_TYPES,
  propertyDayRows,
  summedEntities,
  touchedPropertyDays,
} from './propertyDays'
import { prospectSourceRows, SOURCE_TYPES, sourceCodes, sourceEntities } from './prospectSources'
import { STAGE_TYPES, stageCodes, stageDayRows, stageEntities, tellsOfStage } from './stageDays'
import { tellsOfWaiting, WAIT_TYPES, waitCodes, waitEntities, waitRows } from './waits'

/** Facts that are worked out from records once after each import, because questions would take long to do it. */
export interface DerivedTable {
  readonly name:
    | 'home_spans'
    | 'prospect_milestones'
    | 'prospect_care'
    | 'prospect_days'
    | 'prospect_sources'
    | 'call_lines'
    | 'campaign_messages'
    | 'property_days'
    | 'prospect_stages'
    | 'prospect_waits'
  /** Raised with every change of `rows`, so that what an older version worked out is worked out again. */
  readonly revision: number
  /** The entities whose records it is made of; their ids are unique in a company. */
  readonly from: readonly EntityName[]
  /** The column by which a company's rows are worked out: all of a key together. */
  readonly key: 'unit_id' | 'prospect_id' | 'call_id' | 'day_number'
  /** The column that identifies a row at its place, where it isn't the key. */
  readonly row?: 'message_id'
  /** The columns that are worked out, with their types. */
  readonly values: Readonly<Record<string, string>>
  /**
   * Of these the columns that sort the rows before what identifies them, the first of them a day. A row whose place changes
   * leaves the former one.
   */
  readonly place?: readonly [day: string, ...string[]]
  /** Whether a key has several rows: one at each place, or one for each `row` there. */
  readonly hasSeveralRows?: boolean
  /** An index over the columns. */
  readonly index?: string
  /** Where rows are about people: those that go with the erased ones of `{company:UInt64}`. */
  readonly ofErased?: string
  /** Whether a row counts records of many people. An erasure then has every row worked out again. */
  readonly countsPeople?: boolean
  /** The definition: the rows of some keys. */
  readonly rows: (companyId: number, keys: Keys) => string
  /** SELECTs that together find every key that has records, or had. */
  readonly allKeys: (companyId: number) => readonly string[]
  /** The entity whose ids are the keys: a record that changed touches its own row. */
  readonly ownEntity?: EntityName
  /** Where records touch the rows of the people that they name. */
  readonly people?: PeopleTouch
  /** A SELECT of the keys whose rows may differ after some records changed, where they aren't the keys, nor touch people. */
  readonly touchedKeys?: (companyId: number, entity: EntityName, changed: ChangedKeys) => string
  /** How many keys are worked out by one statement, so that its memory doesn't grow with the company. */
  readonly keysAtOnce: number
}

/** What stands in each unit on every day: how it was and will be occupied, as far as signed leases tell. */
const homeSpansTable: DerivedTable = {
  name: 'home_spans',
  revision: 2,
  from: ['units', 'leases'],
  key: 'unit_id',
  ownEntity: 'units',
  values: HOME_TYPES,
  rows: homeSpans,
  allKeys: (companyId) => [
    `SELECT id AS unit_id FROM units FINAL WHERE ${ofCompany(companyId)}`,
    `SELECT unit_id FROM leases FINAL WHERE ${ofCompany(companyId)}`,
    `SELECT unit_id FROM home_spans WHERE ${ofCompany(companyId)}`,
  ],
  // A lease that moved to another unit or chain, or is gone, is in the rows of its former ones, and so is one that renews it.
  touchedKeys: (companyId, _, { ids }) => `SELECT unit_id FROM home_spans FINAL ARRAY JOIN leases AS lease
    WHERE ${ofCompany(companyId)} AND (lease IN ${ids} OR lease IN (
      SELECT id FROM leases FINAL WHERE ${ofCompany(companyId)} AND previous_lease_id IN ${ids}))
    UNION DISTINCT SELECT unit_id FROM (
      SELECT unit_id, max(id IN ${ids}) OVER (PARTITION BY root) AS is_touched FROM ${chainedLeases(companyId)}
    ) WHERE is_touched
    UNION DISTINCT SELECT unit_id FROM leases FINAL WHERE ${ofCompany(companyId)} AND id IN ${ids}`,
  // Each statement follows the chains of all leases: of twice as many units it takes little longer, and no more memory.
  keysAtOnce: 100_000,
}

/**
 * Each statement reads every record of the company: with 200,000 people at once, 4.3 million took twice the processor in all.
 * A million took little less, and more memory.
 */
const PEOPLE_AT_ONCE = 500_000

/** What each prospect reached, wherever in the company. A prospect without records has no row. */
const milestonesTable: DerivedTable = {
  ...keyedByProspect({ name: 'prospect_milestones', entities: milestoneEntities, codes: milestoneCodes }),
  // Revision 2 was of fewer batches than 1, and its rows were not read.
  revision: 3,
  values: MILESTONE_TYPES,
  rows: milestoneRows,
  keysAtOnce: PEOPLE_AT_ONCE,
}

/** How each prospect was looked after, wherever in the company, beside what they are. */
const careTable: DerivedTable = {
  ...keyedByProspect({ name: 'prospect_care', entities: careEntities, codes: careCodes, relevant: tellsOfCare }),
  revision: 3,
  place: ['ends_day'],
  values: CARE_TYPES,
  rows: careRows,
  keysAtOnce: PEOPLE_AT_ONCE,
}

/**
 * On which days each prospect was active at which property. A property's removal hides its rows, as it hides records, and
 * changes none of them.
 */
const daysTable: DerivedTable = {
  ...keyedByProspect({
    ...{ name: 'prospect_days', entities: activeEntities, codes: activeCodes, relevant: makesActive },
    countsRemovedProperties: true,
  }),
  revision: 3,
  place: ['day', 'property_id'],
  hasSeveralRows: true,
  values: DAY_TYPES,
  rows: activeDayRows,
  keysAtOnce: PEOPLE_AT_ONCE,
}

/** Which sources touched each prospect, in order, and whether they visited and leased. */
const sourcesTable: DerivedTable = {
  ...keyedByProspect({ name: 'prospect_sources', entities: sourceEntities, codes: sourceCodes }),
  revision: 1,
  place: ['created_day', 'property_id', 'place'],
  hasSeveralRows: true,
  values: SOURCE_TYPES,
  rows: prospectSourceRows,
  keysAtOnce: PEOPLE_AT_ONCE,
}

/** What was said in each call that has a transcript, by day. A call without one has no row. */
const callLinesTable: DerivedTable = {
  name: 'call_lines',
  revision: 1,
  from: ['calls', 'transcripts'],
  key: 'call_id',
  ownEntity: 'calls',
  values: CALL_LINE_TYPES,
  place: ['started_day', 'property_id'],
  index: FOLDED_INDEX,
  rows: callLineRows,
  allKeys: (companyId) => [
    `SELECT id AS call_id FROM calls FINAL WHERE ${ofCompany(companyId)} AND thread_id != ''`,
    `SELECT call_id FROM call_lines WHERE ${ofCompany(companyId)}`,
  ],
  touchedKeys: (companyId, _, { ids }) =>
    `SELECT id AS call_id FROM calls FINAL WHERE ${ofCompany(companyId)} AND thread_id IN ${ids}`,
  keysAtOnce: 500_000,
  // A transcript may be of several calls, and is gone from each. Those of the person are among them.
  ofErased: `prospect_id IN (${ERASED}) OR call_id IN (${plannedSharers('calls')})`,
}

/** What campaigns sent, each message with what its prospect did after it. */
const campaignMessagesTable: DerivedTable = {
  name: 'campaign_messages',
  // Revision 2 could lose rows where a large company was worked out again.
  revision: 3,
  from: ['properties', 'prospects', 'campaigns', 'messages', ...campaignOutcomes],
  key: 'prospect_id',
  row: 'message_id',
  values: CAMPAIGN_MESSAGE_TYPES,
  place: ['sent_day', 'property_id'],
  hasSeveralRows: true,
  rows: campaignMessageRows,
  allKeys: everyCampaignPerson,
  people: campaignTouch,
  keysAtOnce: PEOPLE_AT_ONCE,
  ofErased: `prospect_id IN (${ERASED})`,
}

/** What happened at each property on each day, added up. */
const propertyDaysTable: DerivedTable = {
  name: 'property_days',
  revision: 1,
  from: summedEntities,
  key: 'day_number',
  values: PROPERTY_DAY_TYPES,
  place: ['day', 'property_id', 'not_a_prospect'],
  hasSeveralRows: true,
  rows: propertyDayRows,
  allKeys: allPropertyDays,
  touchedKeys: touchedPropertyDays,
  // Days are few.
  keysAtOnce: 100_000,
  countsPeople: true,
}

/** On which days each prospect reached a stage, with what the prospect is. */
const stagesTable: DerivedTable = {
  ...keyedByProspect({
    ...{ name: 'prospect_stages', entities: stageEntities, codes: stageCodes, relevant: tellsOfStage },
  }),
  revision: 1,
  place: ['day', 'property_id', 'stage'],
  hasSeveralRows: true,
  values: STAGE_TYPES,
  rows: stageDayRows,
  keysAtOnce: PEOPLE_AT_ONCE,
}

/** What open prospects asked, wherever in the company, and when it was answered. */
const waitsTable: DerivedTable = {
  ...keyedByProspect({ name: 'prospect_waits', entities: waitEntities, codes: waitCodes, relevant: tellsOfWaiting }),
  revision: 1,
  place: ['ends_day'],
  values: WAIT_TYPES,
  rows: waitRows,
  keysAtOnce: PEOPLE_AT_ONCE,
}

/** Every derived table. */
export const derivedTables: readonly DerivedTable[] = [
  homeSpansTable,
  milestonesTable,
  careTable,
  daysTable,
  sourcesTable,
  callLinesTable,
  campaignMessagesTable,
  propertyDaysTable,
  stagesTable,
  waitsTable,
]

/** The batches of an import that a company's rows of a derived table contain. */
export const DERIVED_BATCHES = 'derived_batches'

type Identified = Pick<DerivedTable, 'key' | 'row'>

/** The column that identifies a row at its place. */
const rowOf = ({ key, row }: Identified): string => row ?? key

/** The columns of a table's rows that are worked out, with those that identify a row. */
export const columnsOf = ({ values, ...table }: Pick<DerivedTable, 'key' | 'row' | 'values'>): string =>
  [rowOf(table), ...Object.keys(values)].join(', ')

/** The columns that sort a company's rows. */
export const sortedBy = ({ place, ...table }: Pick<DerivedTable, 'key' | 'row' | 'place'>): string =>
  [...(place ?? []), rowOf(table)].join(', ')

function createTableSql(table: DerivedTable): string {
  const { name, values, place, index } = table
  const columns = [
    `company_id UInt64, ${rowOf(table)} UInt64`,
    ...Object.entries(values).map((column) => column.join(' ')),
  ]
  // Only a row that can leave its place needs a mark where it was.
  if (place) columns.push('is_deleted UInt8')
  columns.push('version UInt64', ...(index ? [index] : []))
  const engine = place
    ? `ReplacingMergeTree(version, is_deleted) PARTITION BY toYear(${place[0]})`
    : 'ReplacingMergeTree(version)'
  return `CREATE TABLE IF NOT EXISTS ${name} (
    ${columns.join(', ')}
  ) ENGINE = ${engine} ORDER BY (company_id, ${sortedBy(table)}) SETTINGS ${DURABLE_SETTINGS}`
}

/** The migration that creates the derived tables. */
export const createDerivedTables: string[] = [
  ...derivedTables.map(createTableSql),
  `CREATE TABLE IF NOT EXISTS ${DERIVED_BATCHES} (
    company_id UInt64, name LowCardinality(String), batch UInt64
  ) ENGINE = ReplacingMergeTree ORDER BY (company_id, name, batch) SETTINGS ${DURABLE_SETTINGS}`,
]

/**
 * The migration that adds columns which a derived table of an older version lacks, each where a new table has it: machines of
 * a cluster need the same order. What they hold is worked out again.
 */
export const addDerivedColumns: string[] = derivedTables.map((table) => {
  const { name, values } = table
  const before = [rowOf(table), ...Object.keys(values)]
  const added = Object.entries(values).map(
    ([column, type], at) => `ADD COLUMN IF NOT EXISTS ${column} ${type} AFTER ${before[at]}`,
  )
  return `ALTER TABLE ${name} ${added.join(', ')}`
})

/** Every table that holds nothing but what can be worked out again. */
export const derivedTableNames: readonly string[] = [...derivedTables.map(({ name }) => name), DERIVED_BATCHES]

export type DerivedTableName = DerivedTable['name']

/** What a derived table's batches are noted under. */
export const noteName = ({ name, revision }: DerivedTable): string => `${name} ${revision}`
