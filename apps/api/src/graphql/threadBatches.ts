import { callIntents, InputError, type ReportDefinition, readState } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { makeBatches } from '../routes/batches'
import { readNumber } from '../routes/reports'
import type { Field, Fields } from './context'
import { inRest } from './inRest'
import { GraphQLString } from './library'
import { ProspectBatchData } from './people'
import { inputFields, inputOf } from './reportTypes'
import { listOf } from './scalars'

/** A count of a report whose prospects are handed to the CRM under a query of its own. */
interface ThreadBatch {
  /** The name of the query's input. */
  input: string
  about: string
  report: string
  column: string
  /** The argument that names a row in the reader's words, with what it may be. */
  named?: { argument: string; about: string; values: readonly string[] }
}

const threadBatches: Readonly<Record<string, ThreadBatch>> = {
  getQualificationThreadBatchData: {
    input: 'QualificationThreadBatchInput',
    about: 'Makes one batch a property of the prospects whom the Activity report counts as qualified.',
    report: 'activity',
    column: 'qualification',
  },
  getIntentsThreadBatchData: {
    input: 'IntentsThreadBatchInput',
    about: 'Makes one batch a property of the prospects whose calls Call intelligence counts under an intent.',
    report: 'call-intelligence-intents',
    column: 'totalCalls',
    named: {
      argument: 'intent',
      about: 'Only calls about this; without it all calls of the selection.',
      values: Object.keys(callIntents),
    },
  },
}

/** The batches behind threads of conversations, by the names of the specification. */
export const threadBatchQueries = (): Fields =>
  Object.fromEntries(Object.entries(threadBatches).map(([name, batch]) => [name, queryOf(batch)]))

function queryOf({ input, about, report: key, column, named }: ThreadBatch): Field<{
  input?: Record<string, unknown> | null
}> {
  const report = known(key)
  return {
    type: listOf(ProspectBatchData),
    description: about,
    args: {
      input: {
        type: inputOf(input, {
          ...inputFields(report),
          ...(named && {
            [named.argument]: {
              type: GraphQLString,
              description: `${named.about} One of: ${named.values.join(', ')}.`,
            },
          }),
          row: { type: GraphQLString, description: 'The key of the number’s row; absent: the total.' },
          period: { type: GraphQLString, description: 'current or prior; current unless said otherwise.' },
        }),
      },
    },
    resolve: async (_root, args, { api, viewer, signal }) => {
      const { row, period, ...rest } = args.input ?? {}
      const { [named?.argument ?? '']: asked, ...state } = rest
      const number = readNumber(report, {
        column,
        row: rowOf(report, named, asked) ?? (typeof row === 'string' ? row : undefined),
        ...(typeof period === 'string' && { period }),
      })
      const opened = { ...number, signal }
      const found = await api.engine.memberProspects(report, readState(report, inRest(state), 'api'), viewer, opened)
      return makeBatches(api, viewer, found)
    },
  }
}

function rowOf(report: ReportDefinition, named: ThreadBatch['named'], asked: unknown): string | undefined {
  if (!named || asked === null || asked === undefined) return undefined
  const value = String(asked)
  if (!named.values.includes(value))
    throw new InputError(`${named.argument} must be one of ${named.values.join(', ')}.`, named.argument)
  return `${report.rows[0]}:${encodeURIComponent(value)}`
}

function known(key: string): ReportDefinition {
  const report = reportByKey(key)
  if (!report) throw new Error(`Thread batches are made from the report ${key}, which is not in the register.`)
  return report
}
