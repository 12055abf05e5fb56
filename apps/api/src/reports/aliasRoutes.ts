import { InputError, type RawParams } from '@leaselight/model'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { viewerOf } from '../http/access'
import type { Api } from '../http/context'
import { notFound } from '../http/errors'
import { parseParams, parseQuery, pickParams } from '../http/params'
import type { App } from '../http/routeSchema'
import { aliasSchema } from './aliasDocumentation'
import { type Alias, aliases } from './aliases'
import { sendBatches } from './batches'
import { drillableColumns } from './requests'
import { sendMembers, sendReport } from './send'

/** The addresses that reports have besides the one of their key. */
export function addAliases(app: App, api: Api): void {
  for (const alias of aliases) {
    const { method = 'get', path, report, spellings = [] } = alias
    const handler = handlerOf(api, alias)
    for (const spelling of [path, ...spellings])
      app.route<{ Params: { encoded?: string } }>({
        method: method === 'get' ? 'GET' : 'POST',
        url: spelling.replace('{encoded}', ':encoded'),
        config: { access: 'viewer', report: report.key },
        schema: spelling === path ? aliasSchema(alias) : { undocumented: 'Another spelling of an address.' },
        handler,
      })
  }
}

function handlerOf(api: Api, alias: Alias) {
  const { report, result, method = 'get' } = alias
  return async (request: FastifyRequest<{ Params: { encoded?: string } }>, reply: FastifyReply) => {
    const viewer = viewerOf(request)
    const raw = withFixed(alias, method === 'get' ? parseQuery(request.query) : parseParams(request.body))
    if (result === 'report') return sendReport(api, reply, viewer, report, raw)
    const [first] = drillableColumns(report)
    const opened = { ...(first && { column: first }), ...raw, ...rowOf(request.params.encoded) }
    if (result === 'members') return sendMembers(api, reply, viewer, report, opened)
    const [number, params] = pickParams(opened, ['column', 'row', 'period'])
    return sendBatches(api, reply, viewer, report, params, number)
  }
}

function withFixed({ fixed = {} }: Alias, raw: RawParams): RawParams {
  const twice = Object.keys(fixed).find((name) => raw[name] !== undefined)
  if (twice) throw new InputError(`${twice} is given by the address.`, twice)
  return { ...raw, ...fixed }
}

/** The row whose key is in the URL, in base64url. */
function rowOf(encoded: string | undefined): RawParams {
  if (encoded === undefined) return {}
  const row = Buffer.from(encoded, 'base64url').toString('utf8')
  // Malformed base64url could decode to another row, or to an empty key, which means the total.
  if (row === '' || Buffer.from(row).toString('base64url') !== encoded.replace(/=+$/, ''))
    throw notFound('There is no such row.')
  return parseQuery({ row })
}
