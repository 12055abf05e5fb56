import { type ColumnName, callIntents, InputError, parseState, type ReportDefinition } from '@leaselight/model'
import { activity, callIntelligenceIntents } from '@leaselight/reports/definitions'
import { createPropertyBatches } from '../reports/batches'
import { parseDrilldown } from '../reports/requests'
import type { Field, Fields } from './context'
import { GraphQLString } from './library'
import { ProspectBatchData } from './people'
import { inputFields, inputOf, REPORT_INPUT } from './reportInput'
import { toRestParams } from './restParams'
import { nonNullList } from './scalars'

/** A query that creates batches of the prospects behind a number of a report. */
interface ThreadBatch {
  /** The name of the query's input type. */
  input: string
  description: string
  report: ReportDefinition
  column: string
  /** An input field that picks a row by its plain value instead of by its key. */
  rowArgument?: { argument: string; description: string; values: readonly string[] }
}

const threadBatches: Readonly<Record<string, ThreadBatch>> = {
  getQualificationThreadBatchData: {
    input: 'QualificationThreadBatchInput',
    description: 'Makes one batch per property of the prospects that the Activity report counts as qualified.',
    report: activity,
    column: 'qualification' satisfies ColumnName<typeof activity>,
  },
  getIntentsThreadBatchData: {
    input: 'IntentsThreadBatchInput',
    description: 'Makes one batch per property of the prospects whose calls Call intelligence counts under an intent.',
    report: callIntelligenceIntents,
    column: 'totalCalls' satisfies ColumnName<typeof callIntelligenceIntents>,
    rowArgument: {
      argument: 'intent',
      description: 'Only calls with this intent; left out: every call of the selection.',
      values: Object.keys(callIntents),
    },
  },
}

/** The queries for batches behind threads of conversations. */
export const threadBatchQueries = (): Fields =>
  Object.fromEntries(Object.entries(threadBatches).map(([name, batch]) => [name, batchQuery(batch)]))

function batchQuery({ input, description, report, column, rowArgument }: ThreadBatch): Field<{
  input?: Record<string, unknown> | null
}> {
  return {
    type: nonNullList(ProspectBatchData),
    description,
    args: {
      input: {
        description: REPORT_INPUT,
        type: inputOf(input, `Filters, row and period of ${report.title}.`, {
          ...inputFields(report),
          ...(rowArgument && {
            [rowArgument.argument]: {
              type: GraphQLString,
              description: `${rowArgument.description} One of: ${rowArgument.values.join(', ')}.`,
            },
          }),
          row: { type: GraphQLString, description: 'The key of the row; left out: the total.' },
          period: { type: GraphQLString, description: 'The period: current or prior; current if left out.' },
        }),
      },
    },
    resolve: async (_root, args, { api, viewer, signal }) => {
      const { row, period, ...rest } = args.input ?? {}
      const { [rowArgument?.argument ?? '']: picked, ...state } = rest
      const number = parseDrilldown(report, {
        column,
        row: rowOf(report, rowArgument, picked) ?? (typeof row === 'string' ? row : undefined),
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

function rowOf(report: ReportDefinition, rowArgument: ThreadBatch['rowArgument'], picked: unknown): string | undefined {
  if (!rowArgument || picked === null || picked === undefined) return undefined
  const { argument, values } = rowArgument
  const value = String(picked)
  if (!values.includes(value)) throw new InputError(`${argument} must be one of ${values.join(', ')}.`, argument)
  return `${report.rows[0]}:${encodeURIComponent(value)}`
}
