import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Session } from 'chdb'
import { LONG_STATEMENTS } from '../engines/embedded'
import { withParams } from '../engines/params'

/**
 * The part of ClickHouse's HTTP interface that the client uses, in front of an embedded engine in its own process.
 * Without a real server, tests still cover the network client, its streaming, errors, and limits. The environment sets
 * its port (`FAKE_PORT`), password (`FAKE_PASSWORD`), and TLS (`FAKE_KEY` and `FAKE_CERTIFICATE`); `FAKE_OLD` makes it
 * fail within a response like servers before version 25.11.
 */
const [path] = process.argv.slice(2)
if (!path) throw new Error('A folder is needed.')
const folder = path
const { FAKE_PORT = '0', FAKE_PASSWORD, FAKE_KEY, FAKE_CERTIFICATE, FAKE_OLD } = process.env
const MAX_ERROR = 500

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

/** Columns instead of text (`FORMAT Native`) reach the embedded engine through a file. */
async function insertColumns(session: Session, insert: string, body: Buffer): Promise<void> {
  const [, names = '', settings = ''] = /\(([^)]*)\)\s+(SETTINGS .*?)\s+FORMAT Native$/s.exec(insert) ?? []
  const file = join(folder, `insert-${randomBytes(8).toString('hex')}`)
  await writeFile(file, body)
  try {
    const into = insert.slice(0, insert.indexOf(settings))
    await session.queryAsync(`${into} ${settings} SELECT ${names} FROM file('${file}', 'Native')`)
  } finally {
    await rm(file)
  }
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '\0' }

/** Texts are escaped as in tab-separated files. */
const unescaped = (text: string): string => text.replace(/\\(.)/gs, (_, sign: string) => ESCAPES[sign] ?? sign)

/** Parameters are in the URL or, when long, in a form; all are texts in the engine's own notation. */
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

/** Whether the caller is authorized. Servers reject others with 403 and an error code of their own. */
function isAuthorized({ headers }: IncomingMessage): boolean {
  if (FAKE_PASSWORD === undefined) return true
  const [, credentials = ''] = (headers.authorization ?? '').split(' ')
  return Buffer.from(credentials, 'base64').toString().endsWith(`:${FAKE_PASSWORD}`)
}

const idle: Session[] = []

/** An engine connection for one request, set to a database. */
function sessionFor(database: string | null): Session {
  let session = idle.pop()
  if (!session) {
    session = new Session(folder)
    // A server inserts parameters after parsing the statement, so they don't count toward its length.
    session.query(LONG_STATEMENTS)
  }
  // It may have been used for another database before.
  session.query(`USE ${database ?? 'default'}`)
  return session
}

// Without any connection the engine would close its files and reopen them for the next request.
idle.push(sessionFor(null))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const type = request.headers['content-type'] ?? ''
  const bytes = await bodyOf(request)
  if (!isAuthorized(request)) {
    response.writeHead(403, { 'x-clickhouse-exception-code': '516' })
    response.end('Code: 516. DB::Exception: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)')
    return
  }
  const isForm = type.startsWith('multipart/form-data')
  const form = isForm
    ? await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
    : undefined
  const inAddress = url.searchParams.get('query') ?? String(form?.get('query') ?? '')
  const bringsColumns = /^\s*INSERT .* FORMAT Native$/s.test(inAddress)
  const body = bringsColumns ? '' : bytes.toString()
  const bare = isForm || !inAddress ? inAddress || body : `${inAddress}\n${body}`
  const sql = withParams(bare, paramsOf(url.searchParams, form))
  const database = url.searchParams.get('database')
  const tag = randomBytes(8).toString('hex')
  let session: Session | undefined
  try {
    session = sessionFor(database)
    if (/^\s*(SELECT|WITH|SHOW|EXPLAIN|DESCRIBE)/i.test(sql)) {
      const [, format = 'JSONEachRow'] = /FORMAT (\w+)\s*$/.exec(sql) ?? []
      const stream = session.queryStream(sql.replace(/FORMAT \w+\s*$/, ''), { format })
      for await (const chunk of stream) {
        // The caller may have disconnected: then `drain` never fires, and leaving the loop ends the statement.
        if (response.destroyed) break
        if (!response.headersSent && !FAKE_OLD) response.writeHead(200, { 'x-clickhouse-exception-tag': tag })
        if (!response.write(chunk.raw())) await drained(response)
      }
    } else if (bringsColumns) await insertColumns(session, inAddress, bytes)
    else await session.queryAsync(sql)
    response.end()
    if (!response.destroyed) {
      idle.push(session)
      session = undefined
    }
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR)
    if (!response.headersSent) {
      response.writeHead(500, { 'x-clickhouse-exception-code': /Code: (\d+)/.exec(message)?.[1] ?? '0' })
      response.end(message)
    } else response.end(FAKE_OLD ? `${message}\n` : midStreamError(`${message}\n`, tag))
  } finally {
    // A failed or aborted session keeps its statement, so the next request gets a new one.
    session?.close()
  }
}

/** An error after rows that have already been sent, between markers so that it can't be mistaken for a row. */
const midStreamError = (message: string, tag: string): string =>
  `\r\n__exception__\r\n${tag}\r\n${message}${Buffer.byteLength(message)} ${tag}\r\n__exception__\r\n`

const handle = (request: IncomingMessage, response: ServerResponse) => void answer(request, response)
const server =
  FAKE_KEY && FAKE_CERTIFICATE
    ? createSecureServer({ key: FAKE_KEY, cert: FAKE_CERTIFICATE }, handle)
    : createServer(handle)
// Longer than the client leaves a connection open. This process may be busy for seconds, and would then close one on which
// a request has already arrived.
server.keepAliveTimeout = 60_000
server.listen(Number(FAKE_PORT), '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
// The parent process may end without notice.
process.once('disconnect', () => process.exit())
