import { randomBytes } from 'node:crypto'
import { Agent, get as httpGet } from 'node:http'
import { startServer } from '@leaselight/api'
import { parseSettings } from '@leaselight/api/settings'
import type { Facts } from '@leaselight/facts'
import type { Viewer } from '@leaselight/model'
import { openState } from '@leaselight/state'
import { CompactSign } from 'jose'

/** A client of a server for a signed-in viewer. */
export interface BenchClient {
  url: string
  /** The viewer's access token, for browsers whose clock is at `now`, too. */
  token: string
  /** Reads the whole response; throws unless it is 200. */
  get: (address: string) => Promise<void>
  /** Reads the whole response, whatever its status. */
  ask: (address: string) => Promise<{ status: number }>
}

/** The API over given facts, with a client. */
export interface BenchServer extends BenchClient {
  close: () => Promise<void>
}

/** Longer than a browser waits before it wants another. */
const TOKEN_HOURS = 24 * 30

/** Starts the API in this process, on a port of its own, with the clock at `now` and further settings. */
export async function startBenchServer(
  facts: Facts,
  now: Date,
  viewer: Viewer,
  env: Readonly<Record<string, string>>,
): Promise<BenchServer> {
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
  const agent = new Agent({ keepAlive: true })
  return {
    ...clientOf(server.url, token, agent),
    close: async () => {
      agent.destroy()
      await server.close()
      await state.close()
    },
  }
}

/** Sends requests with a viewer's token. */
export const clientOf = (url: string, token: string, agent = new Agent({ keepAlive: true })): BenchClient => ({
  ...{ url, token },
  get: async (address) => {
    const { status, bytes } = await read(address, agent, token)
    if (status !== 200) throw new Error(`${address} answered ${status}: ${bytes.toString('utf8', 0, 200)}`)
  },
  ask: (address) => read(address, agent, token),
})

/** The bytes alone: to make a text of them would count as the server's time, since it is in the same process. */
function read(address: string, agent: Agent, token: string): Promise<{ status: number; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    httpGet(address, { agent, headers: { authorization: `Bearer ${token}` } }, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part)
      resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(parts) })
    }).on('error', reject)
  })
}
