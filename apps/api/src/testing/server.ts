import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filledFacts, type TempFacts } from '@leaselight/facts/testing'
import { type ReportDefinition, reportParams } from '@leaselight/model'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import type { State } from '@leaselight/state'
import { tempState } from '@leaselight/state/testing'
import type { FastifyInstance } from 'fastify'
import { CompactSign } from 'jose'
import { buildServer, type ServerParts } from '../server'
import { parseSettings, type Settings } from '../settings/settings'

/** The clock of every test: the fixture company's. */
export const NOW = new Date(fixtureCompany.now)
export const SECRET = 'a secret of the tests, long enough to be taken'
export const ISSUER = 'leaselight-crm'
export const IMPORT_SECRET = 'an import key of the tests'

/** A server over the fixture company and the other company, called without a port. */
export interface TestServer {
  app: FastifyInstance
  store: TempFacts
  state: State
  close: () => Promise<void>
}

/** The settings of a test server. */
export const testSettings = (env: Record<string, string> = {}): Settings =>
  parseSettings({
    CRM_JWT_SECRET: SECRET,
    NOW: fixtureCompany.now,
    LOG_LEVEL: 'silent',
    // Some tests move the clock by weeks and keep their sessions.
    TOKEN_LONGEST_HOURS: '1000',
    IMPORT_KEY: `1:${IMPORT_SECRET}`,
    // Tests export every report there is, one after the other.
    EXPORT_LIMIT: '1000',
    // And some ask for everything at once.
    QUESTIONS_AT_ONCE: '16',
    QUESTIONS_PER_USER: '100000',
    QUESTIONS_WAITING: '100000',
    // Made where a server first stores a file.
    DATA_DIR: join(tmpdir(), `leaselight-test-${randomUUID()}`),
    ...env,
  })

/** A store with the fixture company and the other company. */
export const sampleFacts = (): Promise<TempFacts> =>
  filledFacts(...[fixtureCompany, otherCompany].map(({ now, ...records }) => ({ records, now: Date.parse(now) })))

/** Starts one; `env` and `parts` replace its defaults. */
export async function testServer(
  env: Record<string, string> = {},
  parts: Partial<ServerParts> = {},
): Promise<TestServer> {
  const store = await sampleFacts()
  const state = await tempState()
  const settings = testSettings(env)
  const app = await buildServer(settings, { facts: store.facts, state, ...parts })
  return {
    app,
    store,
    state,
    close: async () => {
      await app.close()
      await state.close()
      await store.close()
      await rm(settings.dataDir, { recursive: true, force: true })
    },
  }
}

/** The user of a token. */
export interface Subject {
  company_id: number
  user_id: number
  role: string
  group_ids: number[]
}

/** A token as the CRM signs it; `claims` replaces any of it. */
export async function tokenFor(
  subject: Partial<Subject>,
  { claims = {}, secret = SECRET, alg = 'HS256' }: { claims?: object; secret?: string; alg?: string } = {},
): Promise<string> {
  const iat = Math.floor(NOW.getTime() / 1000)
  const sub = { company_id: 1, user_id: 201, role: 'manager', group_ids: [], ...subject }
  const payload = { exp: iat + 900, iat, iss: ISSUER, sub, ...claims }
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg, typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
}

/** The header that carries a token. */
export const bearer = async (subject: Partial<Subject> = {}): Promise<{ authorization: string }> => ({
  authorization: `Bearer ${await tokenFor(subject)}`,
})

export { freePort } from '../start/freePort'
export { afternoonFiles } from './afternoon'

/** The parameters that narrow a report to one property, where it has any for that. */
export function onlyProperty(report: ReportDefinition, id: number): Record<string, string> {
  const name = ['property_ids', 'property'].find((param) => param in reportParams(report))
  return name ? { [name]: String(id) } : {}
}
