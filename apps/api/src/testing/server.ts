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
import { buildServer, type ServerParts } from '../server'
import { parseSettings, type Settings } from '../settings/settings'
import { SECRET } from './tokens'

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

export { freePort } from '../start/freePort'
export { afternoonFiles } from './afternoon'
export { bearer, ISSUER, NOW, OTHER_MANAGER, SECRET, type Subject, tokenFor } from './tokens'

/** The parameters that narrow a report to one property, where it has any for that. */
export function onlyProperty(report: ReportDefinition, id: number): Record<string, string> {
  const name = ['property_ids', 'property'].find((param) => param in reportParams(report))
  return name ? { [name]: String(id) } : {}
}
