import { expect } from 'vitest'
import type { TestServer } from './server'
import { type Subject, tokenFor } from './tokens'

/** A contract file of the fixture company's units with these ids. */
export const units = (...ids: (number | object)[]): string =>
  ids
    .map((id) =>
      JSON.stringify(
        typeof id === 'object'
          ? id
          : { id, property_id: 11, name: `U${id}`, floorplan: 'A', bedrooms: 1, area_sqft: 700 },
      ),
    )
    .join('\n')

/** The numbers from one to another. */
export const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** What the tests of feeds do with a server whose clock moves. */
export function feedHelpers(server: () => TestServer, now: () => Date, tick: () => void = () => undefined) {
  const admin = { user_id: 206, role: 'admin' }
  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    subject: Partial<Subject> = admin,
  ) => {
    const exp = Math.floor(now().getTime() / 1000) + 900
    const headers = { authorization: `Bearer ${await tokenFor(subject, { claims: { exp } })}` }
    const response = await server().app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json() }
  }
  const ok = async (...request: Parameters<typeof ask>) => {
    const { status, body } = await ask(...request)
    expect([request[1], status, body]).toEqual([request[1], 200, body])
    return body
  }
  const base = { kind: 'contract', entity: 'units', source: 'upload', rhythm: 'daily' }
  return {
    ask,
    ok,
    make: (body: object) => ok('POST', '/api/feeds', { ...base, ...body }),
    keyOf: async (feed: { id: string }): Promise<string> => (await ok('POST', `/api/feeds/${feed.id}/keys`)).key,
    /** Sends a file with a key, has it imported, and returns the run. */
    async send(feed: { id: string }, key: string, body: string, name = 'units.ndjson') {
      // Files come one after the other.
      tick()
      const headers = { 'x-feed-key': key, 'content-type': 'application/octet-stream' }
      const url = `/api/feeds/${feed.id}/upload?name=${name}`
      const sent = await server().app.inject({ method: 'POST', url, headers, payload: body })
      if (sent.statusCode !== 200) return sent.json()
      await server().app.feedNow()
      const read = await server().app.inject({ url: `/api/feeds/${feed.id}/runs/${sent.json().id}`, headers })
      return read.json()
    },
    /** A feed as the page shows it. */
    async shown(name: string) {
      const { feeds } = await ok('GET', '/api/feeds')
      return feeds.find((feed: { name: string }) => feed.name === name)
    },
    /** The ids of the units of the fixture's first property that are there. */
    async unitIds(above = 1000): Promise<number[]> {
      const sql =
        'SELECT id FROM units FINAL WHERE property_id = 11 AND id > {above:UInt64} AND NOT is_deleted ORDER BY id'
      const rows = await server().store.facts.query<{ id: number }>(sql, { above })
      return rows.map(({ id }) => Number(id))
    },
  }
}
