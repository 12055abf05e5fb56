import { type Alias, aliases, remainingParams } from '../../reports/aliases'
import {
  columnParameters,
  json,
  operation,
  pageParameters,
  paramSchema,
  pathParameter,
  rowParameter,
  rowParameters,
  type Schema,
  stateParameters,
} from './parts'
import * as shapes from './schemas'

/** The addresses that reports have besides the one of their key. */
export const aliasPaths = (): Schema =>
  Object.fromEntries(aliases.map((alias) => [alias.path, { [alias.method ?? 'get']: aliasOperation(alias) }]))

function aliasOperation(alias: Alias): Schema {
  const { report, result, method, path } = alias
  const state = stateParameters(report, remainingParams(alias))
  const inPath = path.includes('{encoded}')
  const row = inPath ? pathParameter('encoded', { type: 'string' }) : rowParameter
  const number = [...columnParameters(report), row]
  switch (result) {
    case 'members':
      return operation(
        `${report.title}: the records a number of one row counts, with their prospects; of the first count unless said otherwise. The row’s key stands in the address in base64url.`,
        json(shapes.ref('MemberPage')),
        [...number, ...state, ...pageParameters],
      )
    case 'batches':
      return operation(
        `${report.title}: makes one batch a property of the prospects behind a number; of the first count unless said otherwise.`,
        json(shapes.batches),
        [...number, ...state],
      )
    case 'report': {
      const about = `${report.title}, as at /api/reports/${report.key}.`
      const answer = json(shapes.ref(report.apiKey))
      return method === 'post'
        ? operation(about, answer, [], json(aliasBody(alias)))
        : operation(about, answer, [...state, ...rowParameters])
    }
  }
}

const aliasBody = (alias: Alias): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(remainingParams(alias)).map(([name, schema]) => [name, paramSchema(schema)]),
  ),
})
