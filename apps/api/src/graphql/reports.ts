import {
  appliedDefaults,
  flattenMetadata,
  InputError,
  isByWeek,
  isRecordList,
  parseState,
  type ReportDefinition,
  toCamel,
} from '@leaselight/model'
import { reports } from '@leaselight/reports'
import type { AuditedDeed } from '../http/audit'
import { readBytes } from '../reports/export'
import { exportInputs } from '../reports/exportInputs'
import { exportReport } from '../reports/exportReport'
import { parseExportRequest, parseListPart, readPoints } from '../reports/requests'
import type { Field, Fields } from './context'
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLInt,
  GraphQLList,
  GraphQLObjectType,
  GraphQLString,
  Kind,
  type ValueNode,
} from './library'
import { membersQuery } from './members'
import { inputOf, REPORT_INPUT } from './reportInput'
import { queryName, type ReportTypes, reportTypes } from './reportTypes'
import { toRestParams } from './restParams'
import { nonNull } from './scalars'
import { propertyPagesField, saveMutation, shareMutation } from './sharing'

type Input = Record<string, unknown>

/** A JSON response is held in memory whole, by the server and by the client; downloads are streamed. */
const MAX_FILE_BYTES = 32_000_000
const TOO_LARGE =
  'This file is larger than the 32 MB that an answer can hold. Choose a shorter period, or download it from /api/reports/{key}/export.'

const Depth = new GraphQLEnumType({
  name: 'RowDepth',
  description: 'How many levels of rows a report returns.',
  values: {
    TOP: { value: 'top', description: 'The outermost rows.' },
    ALL: { value: 'all', description: 'Every level, parents before children.' },
  },
})

const Points = new GraphQLEnumType({
  name: 'SeriesPoints',
  description: 'What a point of a report’s series is.',
  values: {
    DAYS: { value: 'days', description: 'A day of the period.' },
    WEEKS: { value: 'weeks', description: 'Each of the last weeks up to the last day, counted as a whole; no rows.' },
  },
})

/** Takes its values in lower case too, as REST writes them. */
class AnyCaseEnum extends GraphQLEnumType {
  override parseValue(value: unknown): unknown {
    return super.parseValue(typeof value === 'string' ? value.toUpperCase() : value)
  }
  override parseLiteral(node: ValueNode, variables: Parameters<GraphQLEnumType['parseLiteral']>[1]): unknown {
    const inCapitals = node.kind === Kind.ENUM ? { ...node, value: node.value.toUpperCase() } : node
    return super.parseLiteral(inCapitals, variables)
  }
}

const Format = new AnyCaseEnum({
  name: 'ExportFormat',
  description: 'The format of an exported report.',
  values: {
    PDF: { value: 'pdf', description: 'A PDF document.' },
    CSV: { value: 'csv', description: 'Comma-separated values.' },
    XLSX: { value: 'xlsx', description: 'An Excel workbook.' },
  },
})

const ExportedFile = new GraphQLObjectType({
  name: 'ExportedFile',
  description: 'An exported report.',
  fields: {
    content: { type: nonNull(GraphQLString), description: 'The file’s content in base64.' },
    filename: { type: nonNull(GraphQLString), description: 'The file’s name, with its extension.' },
  },
})

/** Queries for every registered report and the lists behind its numbers, and mutations that export, save and share it. */
export function reportFields(): { queries: Fields; mutations: Fields } {
  // Sorted by name, so that the schema does not change with the order of the navigation.
  const byName = [...reports].sort((a, b) => (a.apiKey < b.apiKey ? -1 : 1))
  const made = byName.map((report) => ({ report, types: reportTypes(report) }))
  return {
    queries: Object.fromEntries(
      made.flatMap(({ report, types }): [string, Fields[string]][] => {
        const members = membersQuery(report, types)
        return [
          [queryName(report), noted('open', report, query(report, types))],
          ...(members ? [[members.name, noted('list', report, members.field)] satisfies [string, Fields[string]]] : []),
        ]
      }),
    ),
    mutations: Object.fromEntries(
      made.flatMap(({ report, types }): [string, Fields[string]][] => [
        [`export${report.apiKey}`, noted('export', report, exportMutation(report, types))],
        [`save${report.apiKey}`, noted('save', report, saveMutation(report, types))],
        [`share${report.apiKey}`, noted('share', report, shareMutation(report, types, Format))],
      ]),
    ),
  }
}

const deeds = {
  open: { action: 'seen', what: 'Opens a report' },
  list: { action: 'seen', what: 'Opens the list behind a number' },
  export: { action: 'exported', what: 'Takes a report as a file' },
  save: { action: 'changed', what: 'Saves a report under a name' },
  share: { action: 'sent', what: 'Sends a report by mail' },
} as const satisfies Record<string, Pick<AuditedDeed, 'action' | 'what'>>

/** A field that notes in the activity log that it was answered. */
function noted<Args>(deed: keyof typeof deeds, report: ReportDefinition, field: Field<Args>): Field<Args> {
  const { resolve } = field
  if (!resolve) throw new Error('A field of a report must have a resolver.')
  return {
    ...field,
    async resolve(root, args, context, info) {
      const result = await resolve(root, args, context, info)
      context.note({ ...deeds[deed], report: report.key })
      return result
    },
  }
}

/** Which records of a list report are requested. */
const listInput = {
  limit: { type: GraphQLInt, description: 'The most records to return; the answer then has their number as length.' },
  find: { type: GraphQLString, description: 'Only records that show this text.' },
  sort: { type: GraphQLString, description: 'The column that sorts them, after a minus the largest first.' },
}

/** An input value as REST has it. */
const textOf = (value: unknown): string | undefined => (value === undefined || value === null ? undefined : `${value}`)

function query(report: ReportDefinition, { result, input }: ReportTypes): Field<{ input?: Input | null }> {
  return {
    type: nonNull(result),
    description: `${report.title}: ${report.question}`,
    args: {
      input: {
        description: REPORT_INPUT,
        type: inputOf(`${report.apiKey}Input`, `Filters and period of ${report.title}.`, {
          ...input,
          parent: { type: GraphQLString, description: 'Only the rows inside the row of this key.' },
          depth: { type: Depth, description: 'How many levels of rows; the outermost if left out.' },
          ...(report.charts.some(isByWeek) && {
            points: { type: Points, description: 'What a point of the series is; a day if left out.' },
          }),
          ...(isRecordList(report) && listInput),
        }),
      },
    },
    resolve: async (_root, args, { api, viewer, signal }) => {
      const { parent, depth, points, limit, find, sort, ...state } = args.input ?? {}
      const part = { limit: textOf(limit), find: textOf(find), sort: textOf(sort) }
      const raw = toRestParams(state)
      const result = await api.engine.runReport(report, parseState(report, raw, 'api'), viewer, {
        ...(typeof parent === 'string' && { parent }),
        ...(depth === 'all' && { depth }),
        ...readPoints(report, textOf(points)),
        list: parseListPart(report, part),
        signal,
      })
      const defaults = appliedDefaults(report, raw).map((one) => ({ ...one, parameter: toCamel(one.parameter) }))
      return { ...flattenMetadata(result), appliedDefaults: defaults }
    },
  }
}

const exportInputFields = Object.fromEntries(
  Object.entries(exportInputs).map(([name, { kind, description }]) => [
    name,
    { type: kind === 'list' ? new GraphQLList(nonNull(GraphQLString)) : GraphQLBoolean, description },
  ]),
)

function exportMutation(
  report: ReportDefinition,
  { input }: ReportTypes,
): Field<{ input: Input & { propertyPages?: number[] | null } }> {
  return {
    type: nonNull(ExportedFile),
    description: `${report.title} as a file of at most 32 MB; downloads over REST have no such limit.`,
    args: {
      input: {
        description: 'The filters of the report and the format of the file.',
        type: nonNull(
          inputOf(`Export${report.apiKey}Input`, `Filters of ${report.title} and the format of its file.`, {
            ...input,
            format: { type: nonNull(Format), description: 'The format of the file.' },
            ...exportInputFields,
            ...propertyPagesField(report),
          }),
        ),
      },
    },
    resolve: async (_root, args, { api, viewer, signal }) => {
      const { propertyPages, ...input } = args.input
      const pages = propertyPages?.length === 0 ? 'all' : propertyPages
      const wanted = parseExportRequest(report.key, toRestParams({ ...input, propertyPages: pages }))
      const file = await exportReport(api, viewer, wanted, signal)
      const content = await readBytes(file, MAX_FILE_BYTES)
      if (!content) throw new InputError(TOO_LARGE)
      return { filename: file.filename, content: content.toString('base64') }
    },
  }
}
