import { createServer, connect as openSocket, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProspectBatches } from '../access/prospectBatches'
import { queueDelivery } from '../sharing/deliveries'
import type { State } from '../state'
import { type TempPostgres, tempPostgres } from '../testing'
import { StoreUnavailable } from './errors'
import { openState } from './open'

const NOW = new Date('2026-03-10T12:00:00Z')

/** A proxy to a server that breaks a connection at its nth message, counted from `cutAt`. */
async function cuttingProxy(target: number) {
  let left = Number.POSITIVE_INFINITY
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = openSocket(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => sockets.delete(socket))
    }
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
    far.pipe(near)
    near.on('data', (chunk: Buffer) => {
      if (left-- > 0) return far.write(chunk)
      left = Number.POSITIVE_INFINITY
      near.resetAndDestroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    port: address.port,
    /** Breaks the connection at the nth message from now on, 0 for the next. */
    cutAt: (message: number) => {
      left = message
    },
    /** Whether it has broken the connection since. */
    hasCut: () => left === Number.POSITIVE_INFINITY,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let postgres: TempPostgres
beforeAll(async () => {
  postgres = await tempPostgres()
})
afterAll(() => postgres.remove())

const owner = { companyId: 1, userId: 3 }
const delivery = {
  ...owner,
  kind: 'share' as const,
  demo: false,
  timeZone: 'America/New_York',
  name: 'Activity',
  report: 'activity',
  params: {},
  formats: [],
  note: null,
  to: [{ email: 'a@x.example', name: null }],
}

/** Work in transactions of several statements. */
const transactions: Record<string, (state: State) => Promise<unknown>> = {
  'prospect batches': (state) =>
    createProspectBatches(state, owner, [{ propertyId: 2, leasingTeamId: null, prospectIds: [4, 5] }], NOW),
  'a delivery with its recipients': (state) => queueDelivery(state, delivery, NOW),
}

test.each(Object.entries(transactions))(
  'a connection that breaks at any message of a transaction is a sentence, and the next request works: %s',
  async (_, work) => {
    const url = new URL(await postgres.createDatabase())
    const proxy = await cuttingProxy(Number(url.port))
    url.port = String(proxy.port)
    url.hostname = '127.0.0.1'
    const state = await openState({ databaseUrl: url.href })
    const faults: unknown[] = []
    const onFault = (error: unknown) => faults.push(error)
    process.on('uncaughtException', onFault)
    let broken = 0
    // More often than the pool has connections, so that one that is never returned shows.
    for (let time = 0; time < 12; time++) {
      await state.ping()
      proxy.cutAt(0)
      await expect(work(state)).rejects.toThrow(StoreUnavailable)
    }
    for (let message = 0; ; message++) {
      // The pool has a connection, so that the messages counted are the transaction's own.
      await state.ping()
      proxy.cutAt(message)
      const outcome = await work(state).catch((error: unknown) => error)
      if (!proxy.hasCut()) break
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(StoreUnavailable)
      broken++
      await expect(work(state)).resolves.toBeDefined()
    }
    process.off('uncaughtException', onFault)
    // Begin, two inserts and commit at least.
    expect(broken).toBeGreaterThanOrEqual(4)
    expect(faults).toEqual([])
    proxy.cutAt(Number.POSITIVE_INFINITY)
    await state.close()
    await proxy.close()
  },
)
