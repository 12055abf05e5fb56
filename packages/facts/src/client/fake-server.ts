import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Session } from 'chdb'
import { LONG_STATEMENTS } from './embedded'
import { withParams } from './params'

/**
 * The part of ClickHouse's HTTP interface that the client speaks, before an embedded engine in a process of its own. For
 * tests: where no server is at hand they still run the client's other form, its streaming, its errors and its limits.
 */
const [path] = process.argv.slice(2)
if (!path) throw new Error('A folder is needed.')
const folder = path
const MAX_ERROR = 500

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString()
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '\0' }

/** Texts come escaped as in tab-separated files. */
const unescaped = (text: string): string => text.replace(/\\(.)/gs, (_, sign: string) => ESCAPES[sign] ?? sign)

/** Parameters come in the address or, when long, as parts of a form; all are texts in the engine's own notation. */
function paramsOf(query: URLSearchParams, form: FormData | undefined): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [name, value] of [...query, ...(form ?? [])]) {
    if (!name.startsWith('param_')) continue
    const text = String(value)
    // Lists keep their escapes, for the texts in them.
    params[name.slice(6)] = text === '\\N' ? null : text.startsWith('[') ? text : unescaped(text)
  }
  return params
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go)
      resolve()
    }
    response.on('drain', go).on('close', go)
  })
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const type = request.headers['content-type'] ?? ''
  const body = await bodyOf(request)
  const isForm = type.startsWith('multipart/form-data')
  const form = isForm ? await new Response(body, { headers: { 'content-type': type } }).formData() : undefined
  const inAddress = url.searchParams.get('query') ?? String(form?.get('query') ?? '')
  const bare = isForm || !inAddress ? inAddress || body : `${inAddress}\n${body}`
  const sql = withParams(bare, paramsOf(url.searchParams, form))
  const session = new Session(folder)
  try {
    // A server puts parameters in after it has read the statement, whose length they don't add to.
    session.query(LONG_STATEMENTS)
    if (/^\s*(SELECT|WITH)/i.test(sql)) {
      const [, format = 'JSONEachRow'] = /FORMAT (\w+)\s*$/.exec(sql) ?? []
      const stream = session.queryStream(sql.replace(/FORMAT \w+\s*$/, ''), { format })
      for await (const chunk of stream) {
        // Whoever asked may be gone: then nothing drains any more, and leaving the loop ends the statement.
        if (response.destroyed) break
        if (!response.write(chunk.raw())) await drained(response)
      }
    } else await session.queryAsync(sql)
    response.end()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (!response.headersSent)
      response.writeHead(500, { 'x-clickhouse-exception-code': /Code: (\d+)/.exec(message)?.[1] ?? '0' })
    response.end(message.slice(0, MAX_ERROR))
  } finally {
    session.close()
  }
}

const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
