import {
  type Column,
  canRank,
  columnsOfLines,
  dimension,
  isByWeek,
  isRecordList,
  judgementStates,
  type MetadataDefinition,
  peerStates,
  possibleRowDimensions,
  type ReportDefinition,
  recordFields,
  toSnake,
} from '@leaselight/model'
import { z } from 'zod'
import { freshness, period } from '../http/answers'
import { isIds, isText, isWhole } from './parameters'

/** A page of the records behind a number. */
export const memberPage = z
  .object({
    about: z.string().nullable().meta({
      description: 'What the records are, where the number is worked out from them instead of counting them.',
    }),
    columns: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        format: z.string(),
        varies: z.boolean().optional().meta({ description: 'False where every record of the list has the same.' }),
      }),
    ),
    rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
    total: z.int().meta({ description: 'The number of records: the number itself, where it counts them.' }),
    length: z.int().meta({ description: 'How many records its pages have: those that a search found, or all.' }),
    searched: z.int().meta({
      description: 'Among how many of the newest records it was found and sorted; all without find and sort.',
    }),
    waiting: z
      .int()
      .nullable()
      .meta({ description: 'The people among them who still wait for an answer; null for records without people.' }),
    page: z.int(),
    page_size: z.int(),
  })
  .meta({ id: 'MemberPage' })

/** The batches of the prospects behind a number. */
export const batchesAnswer = z
  .array(
    z.object({
      property_id: z.int(),
      leasing_team_id: z.int().nullable(),
      access_token: z.string(),
      batch_id: z.string(),
      prospect_count: z.int(),
    }),
  )
  .meta({ id: 'ProspectBatches' })

const judgementState = z
  .enum(judgementStates)
  .meta({ id: 'JudgementState', description: 'Only signal, new, and gone are changes; see docs/judgement.md.' })

/** What a change from the prior period is worth. */
export const judgementShape = z
  .object({
    state: judgementState,
    tone: z.enum(['good', 'bad', 'neutral']),
    direction: z.enum(['up', 'down', 'flat']),
    deviations: z.number().meta({ description: 'Standard deviations from the expected number; 0 where unknown.' }),
    low: z.number().nullable().meta({ description: 'The least that would be usual; null where unknown.' }),
    high: z.number().nullable().meta({ description: 'The most that would be usual; null where unknown.' }),
    change: z.string().meta({ description: 'The change as text; empty where there is none to show.' }),
    words: z.string().meta({ description: 'What it was, or why it is not compared.' }),
  })
  .meta({ id: 'Judgement' })

/** A number of a property among those of its peers. */
const peerStanding = z
  .object({
    state: z.enum(peerStates).meta({ description: 'ranked, or why there is no rank; see docs/peers.md.' }),
    rank: z.int().nullable().meta({ description: '1 is the best; equal numbers share a rank.' }),
    tied: z.boolean().meta({ description: 'Whether another property has the same rank.' }),
    of: z.int().meta({ description: 'How many of its group can be ranked.' }),
    quartile: z.int().min(1).max(4).nullable().meta({ description: '1 is the best quarter.' }),
    median: z.number().nullable().meta({ description: 'The median of those that can be ranked.' }),
    words: z.string(),
  })
  .meta({ id: 'PeerStanding' })

/** The numbers that a judgement calls usual. */
const usualRange = z
  .object({ low: z.number(), high: z.number() })
  .meta({ id: 'UsualRange', description: 'The least and the most that would be usual.' })

/** The number that a row is read by first, against its usual range. */
const rowUsual = z
  .object({
    column: z.string().meta({ description: 'The number by which the report’s rows are read first.' }),
    deviations: z.number().meta({ description: 'Standard deviations from the expected number.' }),
    low: z.number().nullable().meta({ description: 'The least that would be usual; null where there was none.' }),
    high: z.number().nullable().meta({ description: 'The most that would be usual; null where there was none.' }),
  })
  .meta({ id: 'RowUsual', description: 'How a row’s main number compares with its usual range.' })

const coveredDays = {
  first: z.string().nullable().meta({ description: 'The first day with data; null without any.' }),
  last: z.string().nullable().meta({ description: 'The last day with data, no later than today.' }),
}

const coverage = z
  .object({ ...coveredDays, properties: z.array(z.object({ property_id: z.int(), ...coveredDays })) })
  .meta({ id: 'Coverage', description: 'The days that the data of an answer covers.' })

const appliedDefault = z
  .object({ parameter: z.string(), value: z.string().meta({ description: 'As the parameter would be written.' }) })
  .meta({ id: 'AppliedDefault', description: 'A parameter that the request left out, with the value that applied.' })

const officeHour = z
  .object({
    weekday: z.int().meta({ description: '1 is Monday.' }),
    hour: z.int().meta({ description: 'Of the local day, 0 to 23.' }),
    open: z.number().meta({ description: 'From 0, all offices closed, to 1, all open the whole hour.' }),
  })
  .meta({ id: 'OfficeHour', description: 'How much of an hour of the week the offices are open.' })

/** The response schemas of reports, by the report's key. */
const results = new Map<string, z.ZodType>()

/** A report's response schema. One per report, because each has a name in the document. */
export function resultOf(report: ReportDefinition): z.ZodType {
  const found = results.get(report.key) ?? resultShape(report)
  results.set(report.key, found)
  return found
}

function resultShape(report: ReportDefinition): z.ZodType {
  const { apiKey, question, columns, metadata = {} } = report
  const cells = (entries: [string, Column][]) =>
    Object.fromEntries(entries.map(([key, column]) => [toSnake(key), cellShape(report, key, column)]))
  const all = Object.entries(columns)
  const numbers = cells(all.filter(([, column]) => column.kind !== 'fact'))
  const row = z
    .object({
      key: z.string().meta({ description: 'Names the row; pass it as parent to open it.' }),
      depth: z.int(),
      parent: z.string().nullable().meta({ description: 'The row that this one opens from.' }),
      ...optional({ ...(isRecordList(report) && recordCells), ...dimensionCells(report), ...cells(all) }),
    })
    .meta({ id: `${apiKey}Row` })
  const total = z.object(numbers).meta({ id: `${apiKey}Total` })
  const judgements = z
    .object(Object.fromEntries(Object.keys(numbers).map((name) => [name, judgementShape])))
    .meta({ id: `${apiKey}Judgement`, description: 'What each total’s change is worth.' })
  const rowJudgement = z
    .object({
      key: z.string().meta({ description: 'The row’s key.' }),
      states: z.object(Object.fromEntries(Object.keys(numbers).map((name) => [name, judgementState]))),
      usual: rowUsual.nullable().meta({ description: 'Null where nothing can be said of it.' }),
    })
    .meta({ id: `${apiKey}RowJudgement`, description: 'What the change of each number of a row is worth.' })
  const lines = columnsOfLines(report).map((key) => [toSnake(key), z.optional(usualRange)])
  const usualPoint = z.object({ ...period.shape, ranges: z.object(Object.fromEntries(lines)) }).meta({
    id: `${apiKey}UsualPoint`,
    description:
      'What would be usual at one point of the lines that the report draws: on a day, or over a whole week; from 15 days on over the seven days up to it; in longer periods over a week or month. A number of which that isn’t known has none.',
  })
  const rankable = Object.keys(columns).filter((key) => canRank(report, key))
  const peers = z
    .object({
      by: z.string().meta({ description: 'portfolio, or the attribute that peers share.' }),
      rows: z.array(
        z.object({
          key: z.string().meta({ description: 'The row’s key.' }),
          group: z.string().nullable().meta({ description: 'The attribute’s value; null without it.' }),
          standings: z.object(Object.fromEntries(rankable.map((key) => [toSnake(key), z.optional(peerStanding)]))),
        }),
      ),
    })
    .meta({ id: `${apiKey}Peers`, description: 'Each property’s ranks among its peers.' })
  const point = z
    .object({ day: z.string(), ...optional(nullable(numbers)) })
    .meta({ id: `${apiKey}Point`, description: 'One day. A number that the day doesn’t have yet is null.' })
  return z
    .object({
      report: z.string(),
      period: period.nullable().meta({ description: 'Null on reports as of a day.' }),
      prior_period: period.nullable(),
      as_of: z.string().nullable().meta({ description: 'The day of a report as of a day.' }),
      today: z.string().meta({ description: 'The company’s day of the answer.' }),
      time_zone: z.string(),
      property_time_zones: z.array(z.string()),
      rows: z.array(row),
      ...(isRecordList(report) && {
        length: z.int().optional().meta({
          description:
            'How many records the list has, or a search found, where a limit, a search, or a sort was asked for.',
        }),
        records_by_hour: z.array(z.int()).length(24).optional().meta({
          description: 'Of one day: how many of all its records fall into each hour of the local day, 0 to 23.',
        }),
      }),
      total,
      prior_rows: z.array(row),
      prior_total: total.nullable(),
      coverage,
      judgement: judgements.nullable().meta({ description: 'Null without a prior period.' }),
      row_judgements: z.array(rowJudgement),
      ...(rankable.length > 0 && { peers: z.optional(peers).meta({ description: 'Where the request names peers.' }) }),
      series: z.array(point),
      ...(report.charts.some(isByWeek) && {
        point_days: z
          .optional(z.int())
          .meta({ description: 'How many days each point of the series has, up to its own, where it is not one.' }),
      }),
      prior_series: z.array(point),
      usual_ranges: z.array(usualPoint).meta({ description: 'Empty while it isn’t known how the numbers move.' }),
      ...(possibleRowDimensions(report).includes('hour') && {
        office_hours: z
          .optional(z.array(officeHour))
          .meta({ description: 'Where rows are hours of the week, and office hours are known.' }),
      }),
      notes: z.array(z.string()),
      applied_defaults: z.array(appliedDefault),
      freshness,
      ...Object.fromEntries(Object.entries(metadata).map(([name, one]) => [toSnake(name), metadataShape(one, row)])),
    })
    .meta({ id: apiKey, description: question })
}

function metadataShape({ kind, description }: MetadataDefinition, row: z.ZodType): z.ZodType {
  if (kind === 'mark') return z.boolean().meta({ description })
  return z
    .array(kind === 'rows' ? row : z.string())
    .nullable()
    .meta({ description })
}

const recordCells: z.ZodRawShape = Object.fromEntries(
  recordFields.map((name) => [toSnake(name), name.endsWith('Id') ? z.int().nullable() : z.string().nullable()]),
)

const dimensionCells = (report: ReportDefinition): z.ZodRawShape =>
  Object.fromEntries(
    possibleRowDimensions(report)
      .flatMap((key) => [dimension(key).field, dimension(key).nameField])
      .map((name) => [toSnake(name), z.union([z.string(), z.int()]).nullable()]),
  )

function cellShape(report: ReportDefinition, key: string, column: Column): z.ZodType {
  const { kind, label, definition } = column
  const description = `${label}: ${definition}`
  if (isIds(column)) return z.array(z.int()).meta({ description })
  const value = isText(column) ? z.string() : isWhole(report, key) ? z.int() : z.number()
  return (kind === 'count' ? value : value.nullable()).meta({ description })
}

const optional = (shape: Record<string, z.core.SomeType>): z.ZodRawShape =>
  Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, z.optional(one)]))

const nullable = (shape: Record<string, z.core.SomeType>): z.ZodRawShape =>
  Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, z.nullable(one)]))
