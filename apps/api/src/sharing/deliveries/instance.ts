import { openState } from '@leaselight/state'
import { tempStateIn } from '@leaselight/state/testing'
import { startServer } from '../../server'
import { sampleFacts, testSettings } from '../../testing/server'

/**
 * A whole instance over the fixture company and the other company, for tests that kill it: prints its address as a line of JSON and sends what is
 * due until it is killed.
 */
const { DATABASE_URL, DATA_DIR, SMTP_URL = '', NOW = '', WEBHOOK_PRIVATE_HOSTS = '' } = process.env
const LOOK_MS = 150

const store = await sampleFacts()
const state = DATABASE_URL ? await openState({ databaseUrl: DATABASE_URL }) : await tempStateIn(DATA_DIR ?? '')
const server = await startServer(
  testSettings({
    PORT: '0',
    ...(DATA_DIR && { DATA_DIR }),
    SMTP_URL,
    WEBHOOK_PRIVATE_HOSTS,
    NOW,
    MAIL_LEASE_SECONDS: '2',
    PUBLIC_URL: 'https://reports.example',
  }),
  { facts: store.facts, state },
)
process.stdout.write(`${JSON.stringify({ url: server.localUrl, folder: store.dataDir })}\n`)
setInterval(() => void server.app.deliverNow(), LOOK_MS)
setInterval(() => void server.app.hookNow(), LOOK_MS)
