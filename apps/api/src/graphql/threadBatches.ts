import { type ColumnName, callIntents, InputError, parseState, type ReportDefinition } from '@leaselight/model'
import { activity, callIntelligenceIntents } from '@leaselight/reports/definitions'
import { createPropertyBatches } from '../reports/batches'
import { parseDrilldown } from '../reports/routes'
import type { Field, Fields } from './context'
import { GraphQLString } from './library'
import { ProspectBatchData } from './people'
import { inputFields, inputOf } from './reportTypes'
import { toRestParams } from './restParams'
import { nonNullList } from './scalars'

/** A count of a report whose prospects are handed to the CRM under a query of its own. */
interface ThreadBatch {
  /** The name of the query's input. */
  input: string
  about: string
  report: ReportDefinition
  column: string
  /** The argument that names a row in the reader's words, with what it may be. */
  rowArgument?: { argument: string; about: string; values: readonly string[] }
}

const threadBatches: Readonly<Record<string, ThreadBatch>> = {
  getQualificationThreadBatchData: {
    input: 'QualificationThreadBatchInput',
    about: 'Makes one batch a property of the prospects whom the Activity report counts as qualified.',
    report: activity,
    column: 'qualification' satisfies ColumnName<typeof activity>,
  },
  getIntentsThreadBatchData: {
    input: 'IntentsThreadBatchInput',
    about: 'Makes one batch a property of the prospects whose calls Call intelligence counts under an intent.',
    report: callIntelligenceIntents,
    column: 'totalCalls' satisfies ColumnName<typeof callIntelligenceIntents>,
    rowArgument: {
      argument: 'intent',
      about: 'Only calls about this; without it all calls of the selection.',
      values: Object.keys(callIntents),
    },
  },
}

/** The batches behind threads of conversations, by the names of the specification. */
export const threadBatchQueries = (): Fields =>
  Object.fromEntries(Object.entries(threadBatches).map(([name, batch]) => [name, batchQuery(batch)]))

function batchQuery({ input, about, report, column, rowArgument }: ThreadBatch): Field<{
  input?: Record<string, unknown> | null
}> {
  return {
    type: nonNullList(ProspectBatchData),
    description: about,
    args: {
      input: {
        type: inputOf(input, {
          ...inputFields(report),
          ...(rowArgument && {
            [rowArgument.argument]: {
              type: GraphQLString,
              description: `${rowArgument.about} One of: ${rowArgument.values.join(', ')}.`,
            },
          }),
          row: { type: GraphQLString, description: 'The key of the number’s row; absent: the total.' },
          period: { type: GraphQLString, description: 'current or prior; current unless said otherwise.' },
        }),
      },
    },
    resolve: async (_root, args, { api, viewer, signal }) => {
      const { row, period, ...rest } = args.input ?? {}
      const { [rowArgument?.argument ?? '']: asked, ...state } = rest
      const number = parseDrilldown(report, {
        column,
        row: rowOf(report, rowArgument, asked) ?? (typeof row === 'string' ? row : undefined),
        ...(typeof period === 'string' && { period }),
      })
      const opened = { ...number, signal }
      const found = await api.engine.memberProspects(
        report,
        parseState(report, toRestParams(state), 'api'),
        viewer,
        opened,
      )
      return createPropertyBatches(api, viewer, found)
    },
  }
}

function rowOf(report: ReportDefinition, named: ThreadBatch['rowArgument'], asked: unknown): string | undefined {
  if (!named || asked === null || asked === undefined) return undefined
  const value = String(asked)
  if (!named.values.includes(value))
    throw new InputError(`${named.argument} must be one of ${named.values.join(', ')}.`, named.argument)
  return `${report.rows[0]}:${encodeURIComponent(value)}`
}
