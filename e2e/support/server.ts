import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from '@leaselight/api'
import { parseSettings } from '@leaselight/api/settings'
import { freePort } from '@leaselight/api/testing'
import { startCrm } from '@leaselight/crm'
import { parseSettings as parseCrmSettings } from '@leaselight/crm/settings'
import { tempFacts } from '@leaselight/facts/testing'
import { fixtureCompany, otherCompany, type SampleUser, sampleUsers } from '@leaselight/sample'
import { tempStateIn } from '@leaselight/state/testing'
import { otherHistory } from './history'
import { startProvider } from './oidcProvider'

/**
 * The whole product over the fixture company, for the browser tests: real stores, the built web application and the CRM
 * stand-in, at `APP_URL` and `CRM_URL`. Prints a line when it is ready, and runs until its input ends.
 */
// The fixture company's present day, so that "the last 7 days" and "today" are always the same.
const NOW = fixtureCompany.now
const { APP_URL: url = '', CRM_URL: crmUrl = '' } = process.env
const [{ port }, { port: crmPort }] = [new URL(url), new URL(crmUrl)]
const dataDir = await mkdtemp(join(tmpdir(), 'leaselight-e2e-'))

const store = await tempFacts()
// The stand-in serves recordings, on a port that the fixture records can't know beforehand.
const calls = fixtureCompany.calls?.map((call) => ({
  ...call,
  ...(call.recording_url && {
    recording_url: call.recording_url.replace(/^http:..localhost:\d+/, `http://localhost:${crmPort}`),
  }),
}))
for (const { now, ...records } of [{ ...fixtureCompany, ...(calls && { calls }) }, otherCompany])
  await store.load(records, { now: Date.parse(now) })
await store.load(otherHistory, { now: Date.parse(NOW) })
const state = await tempStateIn(dataDir)

// A copy, so that a build in the meantime does not remove the pages under test.
const webDirectory = join(dataDir, 'web')
await cp(fileURLToPath(new URL('../../apps/web/dist', import.meta.url)), webDirectory, { recursive: true })

// One of the provider's people has no account with the company.
const provider = await startProvider(await freePort(), `${url}/api/auth/sso/callback`, {
  maria: { email: 'maria@harborpine.example' },
  stranger: { email: 'stranger@elsewhere.example' },
})
const oidc = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId }
const crm = await startCrm(
  parseCrmSettings({ CRM_PORT: crmPort, ANALYTICS_URL: url, DATA_DIR: dataDir, NOW, ...oidc }),
  {
    users: people(),
  },
)
const server = await startServer(
  parseSettings({
    PORT: port,
    DATA_DIR: dataDir,
    CRM_URL: crm.url,
    CRM_WEB_URL: crm.url,
    ...oidc,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: 'Harbor ID',
    SAMPLE: 'off',
    LOG_LEVEL: 'silent',
    NOW,
    SIGN_IN_LIMIT: '1000',
    EXPORT_LIMIT: '1000',
  }),
  { facts: store.facts, state, webDirectory },
)
process.stdout.write('ready\n')

// Whichever way the tests end, their end of it closes.
process.stdin.resume().once('end', async () => {
  await server.close()
  await crm.close()
  await provider.close()
  await state.close()
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
  process.exit(0)
})

/** The fixture company's users, with the sample's password, and one who must change it. */
function people(): SampleUser[] {
  const [pattern] = sampleUsers()
  if (!pattern) throw new Error('The sample has no people.')
  const users = [...(fixtureCompany.users ?? []), ...(otherCompany.users ?? [])]
  const known = users.map((user) => ({
    ...pattern,
    username: user.username,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    role: user.role,
    company_id: user.company_id,
    user_id: user.id,
    group_ids: user.group_ids ?? [],
    property_ids: user.property_ids ?? [],
    about: '',
    is_deleted: user.is_deleted ?? false,
    must_change: false,
  }))
  return [...known, { ...pattern, username: 'must-change', user_id: 299, company_id: 1, must_change: true }]
}
