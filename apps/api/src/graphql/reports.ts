import { flattenMetadata, InputError, parseState, type ReportDefinition } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { type ExportFormat, exportReport, readBytes } from '../reports/export'
import type { Field, Fields } from './context'
import { GraphQLEnumType, GraphQLObjectType, GraphQLString } from './library'
import { inputOf, queryName, type ReportTypes, reportTypes } from './reportTypes'
import { toRestParams } from './restParams'
import { nonNull } from './scalars'
import { saveMutation, shareMutation } from './sharing'

type Input = Record<string, unknown>

/** An answer in JSON is held in memory whole, here as by whoever asks; downloads are not. */
const MAX_FILE_BYTES = 32_000_000
const TOO_LARGE =
  'This file is larger than the 32 MB that an answer can hold. Choose a shorter period, or download it from /api/reports/{key}/export.'

const Depth = new GraphQLEnumType({
  name: 'RowDepth',
  values: {
    TOP: { value: 'top', description: 'The outermost rows.' },
    ALL: { value: 'all', description: 'Every level, parents before children.' },
  },
})

const Format = new GraphQLEnumType({
  name: 'ExportFormat',
  values: { PDF: { value: 'pdf' }, CSV: { value: 'csv' } },
})

const ExportedFile = new GraphQLObjectType({
  name: 'ExportedFile',
  fields: {
    content: { type: nonNull(GraphQLString), description: 'The file, base64.' },
    filename: { type: nonNull(GraphQLString) },
  },
})

/** A query for every report of the register, and the ways to take it away: export, save, share. */
export function reportFields(): { queries: Fields; mutations: Fields } {
  // By name, so that the printed schema does not change when the navigation's order does.
  const byName = [...reports].sort((a, b) => (a.apiKey < b.apiKey ? -1 : 1))
  const made = byName.map((report) => ({ report, types: reportTypes(report) }))
  return {
    queries: Object.fromEntries(made.map(({ report, types }) => [queryName(report), query(report, types)])),
    mutations: Object.fromEntries(
      made.flatMap(({ report, types }): [string, Fields[string]][] => [
        [`export${report.apiKey}`, exportMutation(report, types)],
        [`save${report.apiKey}`, saveMutation(report, types)],
        [`share${report.apiKey}`, shareMutation(report, types, Format)],
      ]),
    ),
  }
}

function query(report: ReportDefinition, { result, input }: ReportTypes): Field<{ input?: Input | null }> {
  return {
    type: nonNull(result),
    description: `${report.title}: ${report.question}`,
    args: {
      input: {
        type: inputOf(`${report.apiKey}Input`, {
          ...input,
          parent: { type: GraphQLString, description: 'Only the rows that open from the row of this key.' },
          depth: { type: Depth, description: 'How many levels of rows; the outermost unless said otherwise.' },
        }),
      },
    },
    resolve: async (_root, args, { api, viewer, signal }): Promise<ReturnType<typeof flattenMetadata>> => {
      const { parent, depth, ...state } = args.input ?? {}
      const result = await api.engine.runReport(report, parseState(report, toRestParams(state), 'api'), viewer, {
        ...(typeof parent === 'string' && { parent }),
        ...(depth === 'all' && { depth }),
        signal,
      })
      return flattenMetadata(result)
    },
  }
}

function exportMutation(
  report: ReportDefinition,
  { input }: ReportTypes,
): Field<{ input: Input & { format: ExportFormat } }> {
  return {
    type: nonNull(ExportedFile),
    description: `${report.title} as a file of at most 32 MB; a download has no such limit.`,
    args: {
      input: { type: nonNull(inputOf(`Export${report.apiKey}Input`, { ...input, format: { type: nonNull(Format) } })) },
    },
    resolve: async (_root, args, { api, viewer, signal }) => {
      const { format, ...state } = args.input
      const wanted = { report, state: parseState(report, toRestParams(state), 'api'), format }
      const file = await exportReport(api, viewer, wanted, signal)
      const content = await readBytes(file, MAX_FILE_BYTES)
      if (!content) throw new InputError(TOO_LARGE)
      return { filename: file.filename, content: content.toString('base64') }
    },
  }
}
