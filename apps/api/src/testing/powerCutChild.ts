import { importRecords, migrate, openFacts } from '@leaselight/facts'
import { saveReport } from '@leaselight/state'
import { tempStateIn } from '@leaselight/state/testing'

/** Saves a report and imports a record again and again, and tells each number when it was acknowledged. */
const [dataDir = ''] = process.argv.slice(2)
const facts = await openFacts({ dataDir })
await migrate(facts)
const state = await tempStateIn(dataDir)

async function importOne(entity: 'companies' | 'properties' | 'prospects', record: object): Promise<void> {
  const lines = (async function* () {
    yield Buffer.from(JSON.stringify(record))
  })()
  const onRejection = (rejection: object) => {
    throw new Error(JSON.stringify(rejection))
  }
  await importRecords(facts, lines, { entity, onRejection })
}

await importOne('companies', { id: 1, name: 'Harbor', time_zone: 'America/New_York' })
await importOne('properties', { id: 10, company_id: 1, name: 'East', time_zone: 'America/New_York' })
for (let number = 1; ; number++) {
  const saved = { name: `Report ${number}`, report: 'activity', params: {} }
  await saveReport(state, { companyId: 1, userId: number }, saved, new Date())
  await importOne('prospects', {
    id: number,
    property_id: 10,
    agent_id: 3,
    source: 'Apartments.com',
    first_name: 'Ana',
    created_at: '2026-03-07T15:00:00Z',
    insert_method: 'email',
    first_contact_channel: 'email',
    status: 'waiting',
  })
  process.send?.(number)
}
