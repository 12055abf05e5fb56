import { z } from 'zod'
import type { RouteVariant } from '../http/routeSchema'
import { type Alias, remainingParams } from './aliases'
import { memberPages, numberParameters, rowParameters } from './documentation'
import { paramShape, stateParameters } from './parameters'
import { batchesAnswer, memberPage, resultOf } from './shapes'

/** The schema of one of the addresses that reports have besides the one of their key. */
export function aliasSchema(alias: Alias): { variants: [RouteVariant] } {
  const { report, result, path } = alias
  const state = stateParameters(report, remainingParams(alias))
  const { column, ...number } = numberParameters(report)
  // The row's key may be part of the address; the first count is the default.
  const { row: _, ...numberOfRow } = number
  const named = { column: column.optional(), ...(path.includes('{encoded}') ? numberOfRow : number) }
  const common = { path, operationId: operationIdOf(alias), tag: 'Reports' as const }
  switch (result) {
    case 'members':
      return {
        variants: [
          {
            ...common,
            summary: `${report.title}: the records behind a number of one row`,
            description:
              'The number is the first count, unless a column is named. The address has the row’s key in base64url.',
            parameters: z.object({ ...named, ...state, ...memberPages }),
            answer: memberPage,
          },
        ],
      }
    case 'batches':
      return {
        variants: [
          {
            ...common,
            summary: `${report.title}: creates one batch per property of the prospects behind a number`,
            description: 'The number is the first count, unless a column is named.',
            parameters: z.object({ ...named, ...state }),
            answer: batchesAnswer,
          },
        ],
      }
    case 'report':
      return {
        variants: [
          {
            ...common,
            summary: report.title,
            description: `The same as /api/reports/${report.key}.`,
            ...(alias.method !== 'post' && { parameters: z.object({ ...state, ...rowParameters }) }),
            ...(alias.method === 'post' && { payload: aliasBody(alias) }),
            answer: resultOf(report),
          },
        ],
      }
  }
}

/** The report's parameters as a JSON body, which the report's own codec reads. */
const aliasBody = (alias: Alias): z.ZodType =>
  z
    .object(
      Object.fromEntries(
        Object.entries(remainingParams(alias)).map(([name, one]) => [name, paramShape(one).optional()]),
      ),
    )
    .nullish()

/** Such as `callLogAlias` for POST /api/call-log. */
function operationIdOf({ path }: Alias): string {
  const words = path
    .replace(/^\/api\/(reports\/)?/, '')
    .replace('{encoded}', 'row')
    .split(/[/-]/)
  return `${words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')}Alias`
}
