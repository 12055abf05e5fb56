import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { startServer } from '@leaselight/api'
import { parseSettings } from '@leaselight/api/settings'
import type { Facts } from '@leaselight/facts'
import type { Viewer } from '@leaselight/model'
import { RUN } from '@leaselight/run'
import { openState } from '@leaselight/state'
import { CompactSign } from 'jose'
import type { ClientAnswer, ClientRequest } from './clientThread'

/** A client of a server for a signed-in viewer. */
export interface BenchClient {
  url: string
  /** The viewer's access token, for browsers whose clock is at `now`, too. */
  token: string
  /** Reads the whole response; throws unless it is 200. */
  get: (address: string) => Promise<void>
  /** Reads the whole response, whatever its status. */
  ask: (address: string) => Promise<{ status: number }>
  /** Ends its thread; of `startBenchServer` the server, too. */
  close: () => Promise<void>
}

/** Longer than a browser waits before it wants another. */
const TOKEN_HOURS = 24 * 30

/** Starts the API in this process, on a port of its own, with the clock at `now` and further settings, and a client of it. */
export async function startBenchServer(
  facts: Facts,
  now: Date,
  viewer: Viewer,
  env: Readonly<Record<string, string>>,
): Promise<BenchClient> {
  const secret = randomBytes(32).toString('hex')
  const state = await openState({ inMemory: true })
  const settings = parseSettings({
    PORT: '0',
    CRM_JWT_SECRET: secret,
    NOW: now.toISOString(),
    LOG_LEVEL: 'silent',
    CRM_URL: 'http://localhost:1',
    TOKEN_LONGEST_HOURS: String(TOKEN_HOURS),
    ...env,
  })
  const server = await startServer(settings, { facts, state })
  const issued = Math.floor(now.getTime() / 1000)
  const sub = { company_id: viewer.companyId, user_id: viewer.userId, role: viewer.role, group_ids: viewer.groupIds }
  const claims = { iss: settings.tokens.issuer, iat: issued, exp: issued + TOKEN_HOURS * 3600, sub }
  const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret))
  const client = clientOf(server.url, token)
  return {
    ...client,
    close: async () => {
      await client.close()
      await server.close()
      await state.close()
    },
  }
}

/**
 * Sends requests with a viewer's token, from a thread of its own: what a reader's machine does isn't the server's time, and
 * in its thread would hold up the next answer.
 */
export function clientOf(url: string, token: string): BenchClient {
  const waiting = new Map<number, { resolve: (answer: ClientAnswer) => void; reject: (error: Error) => void }>()
  let thread: Worker | undefined
  let sent = 0
  const start = () => {
    const started = new Worker(RUN, {
      argv: [fileURLToPath(new URL('./clientThread.ts', import.meta.url))],
      execArgv: [],
    })
    started.on('message', (answer: ClientAnswer) => {
      waiting.get(answer.id)?.resolve(answer)
      waiting.delete(answer.id)
    })
    started.on('error', (error) => {
      for (const { reject } of waiting.values()) reject(error)
    })
    return started
  }
  const ask = async (address: string): Promise<ClientAnswer> => {
    thread ??= start()
    const id = sent++
    const answer = new Promise<ClientAnswer>((resolve, reject) => waiting.set(id, { resolve, reject }))
    thread.postMessage({ id, address, token } satisfies ClientRequest)
    const answered = await answer
    if (answered.failed !== undefined) throw new Error(`${address} failed: ${answered.failed}`)
    return answered
  }
  return {
    ...{ url, token, ask },
    get: async (address) => {
      const { status, beginning } = await ask(address)
      if (status !== 200) throw new Error(`${address} answered ${status}: ${beginning}`)
    },
    close: async () => {
      await thread?.terminate()
    },
  }
}
