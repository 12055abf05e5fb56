import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allSums, isPartialCopy } from '@leaselight/facts'
import { tempCluster } from '@leaselight/facts/testing'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { tempState } from '@leaselight/state/testing'
import { expect, it } from 'vitest'
import { NOW } from '../../testing/tokens'
import { folderSource } from './folderSource'
import { folderTarget } from './folderTarget'
import { copyInstallation } from './installation'
import { storesSource } from './storesSource'
import { storesTarget } from './storesTarget'

it('reads a cluster of two shards as one, and puts every record back where it belongs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leaselight-cluster-copy-'))
  const [store, state] = await Promise.all([tempCluster(), tempState()])
  const { facts } = store
  try {
    for (const { now, ...records } of [fixtureCompany, otherCompany])
      await store.load(records, { now: Date.parse(now) })
    const before = await allSums(facts)
    const shards = () =>
      facts.query('SELECT shardNum() AS shard, property_id, count() AS rows FROM messages GROUP BY ALL ORDER BY ALL')
    const places = await shards()
    expect(new Set(places.map((row) => (row as { shard: number }).shard)).size).toBe(2)

    const source = await storesSource({ facts, state }, 'a cluster', true)
    await copyInstallation(source, folderTarget(folder, { reader: async () => facts, app: '0.1.0', now: NOW }))
    const back = async (replace: boolean) =>
      copyInstallation(
        await folderSource(folder),
        storesTarget({ facts, state }, 'The cluster', { kind: 'restore', replace, now: NOW }),
      )
    await facts.command('TRUNCATE TABLE import_log')
    await facts.command('TRUNCATE TABLE messages')
    expect(await isPartialCopy(facts)).toBe(true)
    const copied = (await back(true)).filter(
      ({ how, store, rows }) => how === 'copied' && store === 'facts' && rows > 0,
    )
    expect(copied.map(({ name }) => name)).toEqual(['messages', 'import_log'])
    expect(await allSums(facts)).toEqual(before)
    expect(await shards()).toEqual(places)
  } finally {
    await Promise.all([store.close(), state.close()])
    await rm(folder, { recursive: true, force: true })
  }
})
