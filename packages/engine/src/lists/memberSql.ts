import { dimensionSql, joinedRecords, type PlanContext } from '../plan/joinedRecords'
import type { Measure } from '../plan/measures'
import type { ScanQuery } from '../plan/scanQuery'
import { measureCondition, rowConditions } from '../plan/scans'
import { all, join, raw, type Sql, sql } from '../plan/sql'
import type { Period, RecordType } from '../records/definition'
import { waitingSql } from './standings'

interface ListOptions {
  under: readonly (string | number)[]
  period: Period
}

/**
 * A page of the records that a measure counts, and the statement that counts them, both built from the measure's
 * declaration.
 */
export function memberSql(
  parts: readonly { scan: ScanQuery; set: Measure }[],
  context: PlanContext,
  options: ListOptions & { companyId: number; limit?: number; offset?: number },
): { page: Sql; count: Sql; prospects: Sql; ids: Sql } {
  // A list covers one period, so a record of both periods has one date here.
  const ofPeriod = { ...context, only: options.period }
  const lists = parts.map(({ scan, set }) => memberListSql(scan, set, ofPeriod, options))
  const union = sql`(${join(lists, ' UNION ALL ')})`
  return {
    page: sql`SELECT * FROM ${union} ORDER BY at DESC, ${AMONG_EQUALS} LIMIT ${options.limit ?? 50} OFFSET ${options.offset ?? 0}`,
    count: sql`SELECT toUInt64(count()) AS total, toUInt64(uniqExactIf(prospect_id, prospect_id IN (${waitingSql(options.companyId)}))) AS waiting,
      toUInt64(countIf(at != '')) AS dated, toUInt64(uniqExact(what)) AS kinds, toUInt64(uniqExact(property_id)) AS properties, toUInt64(uniqExact(agent_id)) AS agents FROM ${union}`,
    prospects: sql`SELECT DISTINCT property_id, prospect_id FROM ${union} WHERE prospect_id != 0 ORDER BY property_id, prospect_id`,
    ids: sql`SELECT id, property_id FROM ${union} ORDER BY property_id, id`,
  }
}

/** The order of records of one instant, by everything a list shows, so that pages and picks are the same every time. */
const AMONG_EQUALS = raw('id, what, prospect_id, property_id, agent_id, name, phone, details')

/** The people among records, each once with everything they did, in the place and at the time of the last. */
function withAllDeeds(rows: Sql, deeds: NonNullable<RecordType['deeds']>): Sql {
  const told = deeds.map(({ one, many }, index) => {
    const times = sql`countIf(details = ${String(index)})`
    return sql`multiIf(${times} = 0, '', ${times} = 1, ${one}, concat(toString(${times}), ' ', ${many}))`
  })
  const last = (column: string) => raw(`argMax(${column}, (at, property_id, agent_id)) AS last_${column}`)
  const all = sql`SELECT id, any(what) AS what, any(prospect_id) AS prospect_id, ${last('property_id')}, ${last('agent_id')},
    any(name) AS name, any(is_caller) AS is_caller, any(phone) AS phone, max(at) AS last_at,
    arrayStringConcat(arrayFilter(part -> part != '', [${join(told, ', ')}]), ', ') AS listed,
    concat(upper(substring(listed, 1, 1)), substring(listed, 2)) AS deeds FROM (${rows}) GROUP BY id`
  return sql`SELECT id, what, prospect_id, last_property_id AS property_id, last_agent_id AS agent_id, name, is_caller, phone,
    last_at AS at, deeds AS details FROM (${all})`
}

function memberListSql(scan: ScanQuery, set: Measure, given: PlanContext, { under, period }: ListOptions): Sql {
  const { kind } = set.spec
  if (under.length > given.dimensions.length) throw new Error('A row has more keys than its report has dimensions.')
  // Evidence may be of the outer rows alone: a floor plan's leads are its property's.
  const missing = given.dimensions.findIndex((key) => !kind.dimensions[key])
  const context = missing === -1 ? given : { ...given, dimensions: given.dimensions.slice(0, missing) }
  const within = under.slice(0, context.dimensions.length)
  const keys = within.flatMap((_, index) => {
    const key = context.dimensions[index]
    return key ? [sql`${dimensionSql(key, kind, context)} AS ${raw(`k${index}`)}`] : []
  })
  const how = set.spec.aggregate
  const byProspect = how.kind === 'prospects'
  const distinct = byProspect || how.kind === 'distinct' || kind.repeated !== undefined
  const member = byProspect ? raw(kind.prospect ?? kind.id) : how.kind === 'distinct' ? how.of : raw(kind.id)
  const at = kind.when ? raw(`toString(${kind.when.column})`) : raw(`''`)
  const fields = sql`toUInt64(r_id) AS id, ${kind.label} AS what, toUInt64(r_prospect) AS prospect_id, toUInt64(r_property) AS property_id,
    toUInt64(r_agent) AS agent_id, r_name AS name, ${kind.hasCallerName ?? false} AS is_caller, r_phone AS phone, r_at AS at, r_details AS details`
  const rows = sql`SELECT ${fields} FROM (SELECT ${join(
    [
      ...keys,
      sql`${member} AS r_id`,
      raw(`${kind.prospect ?? '0'} AS r_prospect`),
      raw(`${kind.property} AS r_property`),
      raw(`${kind.agent ?? '0'} AS r_agent`),
      sql`${kind.name ?? raw(`''`)} AS r_name`,
      sql`${kind.callerPhone ?? raw(`''`)} AS r_phone`,
      sql`${at} AS r_at`,
      sql`${kind.details ?? raw(`''`)} AS r_details`,
      ...(kind.fields ?? []),
      raw('*'),
    ],
    ', ',
  )} FROM ${joinedRecords(scan, context, { listed: true })} WHERE ${rowConditions(scan, context)}) WHERE ${all([
    ...within.map((value, index) => sql`${raw(`k${index}`)} = ${value}`),
    measureCondition(set, scan, context, period),
    ...(byProspect ? [raw('r_prospect != 0')] : []),
  ])}`
  if (byProspect && kind.deeds) return withAllDeeds(rows, kind.deeds)
  // A distinct count lists each value once, with its first record.
  return distinct ? sql`SELECT * FROM (${rows}) ORDER BY at, ${AMONG_EQUALS} LIMIT 1 BY id` : rows
}
