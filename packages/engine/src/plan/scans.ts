import type { DayRange, Dimension } from '@leaselight/model'
import type { RecordType } from '../records/definition'
import { type DimensionContext, dimensionSql } from '../records/dimensions'
import type { Measure, MeasuresByColumn, People } from './measures'
import { all, any, daySql, idList, join, raw, type Sql, sql } from './sql'

/** Everything a scan depends on besides its sets. */
export interface PlanContext extends DimensionContext {
  propertyIds: readonly number[]
  current: DayRange | null
  prior: DayRange | null
  /** Count with the prospects created in the period instead of by the facts' own days. */
  byCreated: boolean
  nonProspects: boolean
  /** What the reader's filters ask of a record. */
  filter: (kind: RecordType) => Sql[]
  dimensions: readonly Dimension[]
}

/** Sets over one kind of record, dated alike and over the same people: they are counted in one pass. */
export interface ScanQuery {
  kind: RecordType
  /** The local-day column, or null where the records stand on no day. */
  day: string | null
  /** Whether the day is the prospect's created day. */
  cohort: boolean
  people: People
  measures: { column: string; set: Measure }[]
}

export type Period = 'current' | 'prior'

/** Puts sets that can share a pass together. */
export function planScans(measures: MeasuresByColumn, context: Pick<PlanContext, 'byCreated'>): ScanQuery[] {
  const scans: ScanQuery[] = []
  for (const [column, set] of Object.entries(measures)) {
    const { kind, day: dayColumn, ownDay, people } = set.spec
    const cohort = context.byCreated && !ownDay && dayColumn !== null
    const day = cohort ? 'cohort_day' : dayColumn
    // People themselves are told apart by a column of theirs, so that all sets over them fit one pass.
    const shared = scans.find(
      (scan) =>
        scan.kind === kind && scan.day === day && scan.cohort === cohort && (kind.isPeople || scan.people === people),
    )
    if (shared) shared.measures.push({ column, set })
    else scans.push({ kind, day, cohort, people, measures: [{ column, set }] })
  }
  return scans
}

/** Which groupings a scan answers: `depth` keys of the dimensions, or the day. */
export interface Grouping {
  depths: readonly number[]
  byDay: boolean
  /** Only rows under these outer keys. */
  under: readonly (string | number)[]
}

/**
 * The statement of a scan. Its rows carry `k0`, `k1`, …, `series_day`, which of them are rolled up (`rolled`), and two
 * numbers for each set: `c0`, `p0` (current and prior), `c1`, `p1`, …
 */
export function scanSql(query: ScanQuery, context: PlanContext, grouping: Grouping): Sql {
  const keys = context.dimensions
    .slice(0, Math.max(...grouping.depths, 0))
    .map((key) => dimensionSql(key, query.kind, context))
  const byDay = grouping.byDay && query.day !== null && context.current !== null
  const keyNames = keys.map((_, index) => `k${index}`)
  const dayNames = byDay ? ['series_day'] : []
  const names = [...keyNames, ...dayNames]
  const groupings = [...grouping.depths.map((depth) => keyNames.slice(0, depth)), ...(byDay ? [dayNames] : [])]
  const numbers = query.measures.flatMap(({ set }, index) =>
    (['current', 'prior'] as const).map(
      (period) => sql`${aggregate(set, query, context, period)} AS ${raw(`${period[0]}${index}`)}`,
    ),
  )
  const selected = [
    ...keys.map((key, index) => sql`${key} AS ${raw(`k${index}`)}`),
    ...(byDay ? [raw(`${query.day} AS series_day`)] : []),
    // grouping() has one bit for each name, 1 where it is rolled up.
    raw(names.length > 0 ? `grouping(${names.join(', ')}) AS rolled` : '0 AS rolled'),
    ...numbers,
  ]
  const within = grouping.under.map((value, index) => sql`${raw(`k${index}`)} = ${value}`)
  const { from, where } = countSource(query, context)
  return sql`${withClause(query.kind)}SELECT ${join(selected, ',\n  ')}
FROM ${from}
WHERE ${all([...where, rowConditions(query, context), ...within])}
${raw(names.length > 0 ? `GROUP BY GROUPING SETS (${groupings.map((set) => `(${set.join(', ')})`).join(', ')})` : '')}`
}

/** The fields that a kind works out of its records, named before what uses them. */
const withClause = ({ fields = [] }: RecordType): Sql =>
  fields.length > 0 ? sql`WITH ${join(fields, ', ')} ` : raw('')

/**
 * Where a scan counts: straight from its table where nothing is joined to it, so that each shard of a cluster counts its own
 * rows and sends numbers; else from its records with what is joined to them.
 */
function countSource(scan: ScanQuery, context: PlanContext): { from: Sql; where: Sql[] } {
  const { kind, cohort: inCohort } = scan
  if (inCohort || kind.joins || kind.storage !== 'in a table') return { from: fromClause(scan, context), where: [] }
  return { from: kind.from, where: [ownConditions(scan, context)] }
}

/** Where a scan reads: its records in scope and in either period, with what its kind and its dating join to them. */
export function fromClause(scan: ScanQuery, context: PlanContext): Sql {
  const { kind } = scan
  const own = ownConditions(scan, context)
  const base = sql`(SELECT * FROM ${kind.from} WHERE ${own}) AS r`
  const joined = kind.joins ? sql`${base} ${kind.joins(context, prospectCondition(scan, context, own))}` : base
  return scan.cohort
    ? sql`${joined} INNER JOIN ${cohort(context)} AS cohort ON cohort.cohort_id = r.${raw(kind.prospect ?? 'id')}`
    : joined
}

/** What a scan asks of a record by itself: whose it is, where, and when. */
function ownConditions({ kind, day: dayColumn, cohort: inCohort }: ScanQuery, context: PlanContext): Sql {
  return all([
    ...(kind.storage === 'in a table' ? [sql`company_id = ${context.companyId}`] : []),
    ...(kind.rowOwner === 'prospect' ? [inKnownProperty(context)] : [inScope(kind, context)]),
    ...(inCohort || dayColumn === null ? [] : [eitherPeriod(dayColumn, context)]),
    ...(inCohort ? [sql`${raw(kind.prospect ?? 'id')} IN (SELECT cohort_id FROM ${cohort(context)})`] : []),
  ])
}

/**
 * Which prospects can stand behind a scan's records, so that joining them reads no more of them than it must: a year of
 * a company's prospects is many times a week of its visits.
 */
function prospectCondition({ kind, cohort: inCohort }: ScanQuery, context: PlanContext, own: Sql): Sql {
  if (inCohort) return eitherPeriod('created_day', context)
  const here = kind.rowOwner === 'prospect' ? inScope({ ...kind, property: 'property_id' }, context) : raw('1')
  // A SELECT is not worth asking twice.
  if (kind.storage === 'in a select') return here
  return sql`${here} AND id IN (SELECT ${raw(kind.prospect ?? kind.id)} FROM ${kind.from} WHERE ${own})`
}

/**
 * What is asked of a record once everything it needs is joined to it. What every set of the scan asks is among it: where it
 * can, the engine asks that before it joins, groups and counts.
 */
export function rowConditions(scan: ScanQuery, context: PlanContext): Sql {
  const { kind } = scan
  return all([
    ...(kind.rowOwner === 'prospect' ? [inScope(kind, context)] : []),
    ...sharedConditions(scan),
    ...context.filter(kind),
    ...excludedPeopleCondition(scan, context),
  ])
}

/** The conditions that all sets of a scan have; sets made from one another share the very same. */
function sharedConditions({ measures }: ScanQuery): Sql[] {
  const [first, ...others] = measures.map(({ set }) => set.spec.conditions)
  return (first ?? []).filter((condition) => others.every((conditions) => conditions.includes(condition)))
}

const inScope = (kind: RecordType, context: PlanContext): Sql =>
  sql`${raw(kind.property)} IN ${idList(context.propertyIds)}`

/** Facts of a property that was removed are hidden with it. */
const inKnownProperty = (context: PlanContext): Sql =>
  sql`property_id IN (SELECT id FROM properties FINAL WHERE company_id = ${context.companyId})`

/** The prospects created in either period, wherever in the company they live. */
function cohort(context: PlanContext): Sql {
  const people = context.nonProspects ? [] : [raw('NOT not_a_prospect')]
  return sql`(SELECT id AS cohort_id, created_day AS cohort_day FROM prospects FINAL WHERE ${all([
    sql`company_id = ${context.companyId}`,
    eitherPeriod('created_day', context),
    ...people,
  ])})`
}

/** What makes a record a member of a set in a period. */
export function measureCondition(set: Measure, scan: ScanQuery, context: PlanContext, period: Period): Sql {
  return all([...set.spec.conditions, ...nonProspectCondition(set, context), ...periodCondition(scan, context, period)])
}

function periodCondition(scan: ScanQuery, context: PlanContext, period: Period): Sql[] {
  if (scan.kind.periodColumn) return [sql`${raw(scan.kind.periodColumn)} = ${period}`]
  if (scan.day === null) return period === 'current' ? [] : [raw('0')]
  const range = context[period]
  return range ? [between(scan.day, range)] : [raw('0')]
}

const countsEveryone = (people: People, context: PlanContext): boolean =>
  people === 'everyone' || (people === 'switch' && context.nonProspects)

/** Leaves out facts of people who do not count, by their marks. */
function excludedPeopleCondition({ kind, people, cohort: inCohort }: ScanQuery, context: PlanContext): Sql[] {
  // A cohort holds just the people who count.
  if (!kind.prospect || kind.isPeople || inCohort) return []
  const marked = countsEveryone(people, context) ? raw('deleted') : raw('(deleted OR not_a_prospect)')
  return [
    sql`${raw(kind.prospect)} NOT IN (SELECT id FROM prospect_marks FINAL WHERE company_id = ${context.companyId} AND ${marked})`,
  ]
}

/** Leaves out people who do not count; a deleted one's own row is gone. */
function nonProspectCondition(set: Measure, context: PlanContext): Sql[] {
  return set.spec.kind.isPeople && !countsEveryone(set.spec.people, context) ? [raw('NOT not_a_prospect')] : []
}

function aggregate(set: Measure, scan: ScanQuery, context: PlanContext, period: Period): Sql {
  const condition = measureCondition(set, scan, context, period)
  const { aggregate: how, kind } = set.spec
  switch (how.kind) {
    case 'records':
      return sql`countIf(${condition})`
    case 'prospects':
      return sql`uniqExactIf(${raw(kind.prospect ?? kind.id)}, ${condition} AND ${raw(kind.prospect ?? kind.id)} != 0)`
    case 'distinct':
      return sql`uniqExactIf(${how.of}, ${condition})`
    case 'ids':
      return sql`arraySort(groupArrayIf(${raw(kind.id)}, ${condition}))`
    case 'sum':
      return sql`toFloat64(sumIf(${how.value}, ${condition}))`
    case 'average':
      return sql`if(countIf(${condition}) = 0, NULL, avgIf(${how.value}, ${condition}))`
    case 'quantile':
      return sql`if(countIf(${condition}) = 0, NULL, quantileExactInclusiveIf(${raw(String(how.level))})(${how.value}, ${condition}))`
    case 'averageOnce':
      return sql`if(countIf(${condition}) = 0, NULL, arrayAvg(arrayMap(one -> one.2, groupUniqArrayIf((${how.of}, ${how.value}), ${condition}))))`
    case 'share':
      return sql`if(countIf(${condition}) = 0, NULL, uniqExactIf(${how.of}, ${condition}) / anyIf(${how.whole}, ${condition}))`
    case 'only':
      return sql`if(uniqExactIf(${how.value}, ${condition}) = 1, anyIf(${how.value}, ${condition}), NULL)`
  }
}

const between = (column: string, range: DayRange): Sql =>
  sql`${raw(column)} BETWEEN ${daySql(range.start)} AND ${daySql(range.end)}`

function eitherPeriod(column: string, context: PlanContext): Sql {
  return any([context.current, context.prior].filter((range) => range !== null).map((range) => between(column, range)))
}

/** A page of the records that a set counts, and the statement that counts them; both from the set's own declaration. */
export function memberSql(
  parts: readonly { scan: ScanQuery; set: Measure }[],
  context: PlanContext,
  options: { under: readonly (string | number)[]; period: Period; limit?: number; offset?: number },
): { page: Sql; count: Sql; prospects: Sql } {
  const lists = parts.map(({ scan, set }) => memberListSql(scan, set, context, options))
  const union = sql`(${join(lists, ' UNION ALL ')})`
  return {
    page: sql`SELECT * FROM ${union} ORDER BY at DESC, id LIMIT ${options.limit ?? 50} OFFSET ${options.offset ?? 0}`,
    count: sql`SELECT toUInt64(count()) AS total FROM ${union}`,
    prospects: sql`SELECT DISTINCT property_id, prospect_id FROM ${union} WHERE prospect_id != 0 ORDER BY property_id, prospect_id`,
  }
}

function memberListSql(
  scan: ScanQuery,
  set: Measure,
  context: PlanContext,
  options: { under: readonly (string | number)[]; period: Period },
): Sql {
  const { kind } = scan
  const keys = options.under.map((_, index) => {
    const key = context.dimensions[index]
    if (!key) throw new Error('A row has more keys than its report has dimensions.')
    return sql`${dimensionSql(key, kind, context)} AS ${raw(`k${index}`)}`
  })
  const how = set.spec.aggregate
  const byProspect = how.kind === 'prospects'
  const distinct = byProspect || how.kind === 'distinct'
  const member = byProspect ? raw(kind.prospect ?? kind.id) : how.kind === 'distinct' ? how.of : raw(kind.id)
  const at = kind.when ? raw(`toString(${kind.when.column})`) : raw(`''`)
  const fields = sql`toUInt64(r_id) AS id, ${kind.label} AS what, toUInt64(r_prospect) AS prospect_id, toUInt64(r_property) AS property_id,
    toUInt64(r_agent) AS agent_id, r_name AS name, ${kind.hasCallerFields ?? false} AS is_caller, r_at AS at, r_details AS details`
  const rows = sql`SELECT ${fields} FROM (SELECT ${join(
    [
      ...keys,
      sql`${member} AS r_id`,
      raw(`${kind.prospect ?? '0'} AS r_prospect`),
      raw(`${kind.property} AS r_property`),
      raw(`${kind.agent ?? '0'} AS r_agent`),
      sql`${kind.name ?? raw(`''`)} AS r_name`,
      sql`${at} AS r_at`,
      sql`${kind.details ?? raw(`''`)} AS r_details`,
      ...(kind.fields ?? []),
      raw('*'),
    ],
    ', ',
  )} FROM ${fromClause(scan, context)} WHERE ${rowConditions(scan, context)}) WHERE ${all([
    ...options.under.map((value, index) => sql`${raw(`k${index}`)} = ${value}`),
    measureCondition(set, scan, context, options.period),
    ...(byProspect ? [raw('r_prospect != 0')] : []),
  ])}`
  // What a distinct count counts once stands once in its list, with its first record.
  return distinct ? sql`SELECT * FROM (${rows}) ORDER BY at LIMIT 1 BY id` : rows
}
