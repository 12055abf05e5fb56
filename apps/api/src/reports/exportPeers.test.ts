import { escapeFormula } from '@leaselight/files'
import { layoutFaults, linesOf, parsePdf } from '@leaselight/files/testing'
import { resultFrom, shortStanding } from '@leaselight/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeOf, placesInCsv, placesInXlsx } from '../testing/peersAnswers'
import { houses, PEERS_COMPANY, peersCompany } from '../testing/peersCompany'
import { getFrom } from '../testing/requests'
import { bearer, type TestServer, testServer } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const get = getFrom(() => server)

describe('ranks among peers', () => {
  /** The rank, number of peers, and quartile of *Within 30 min %*, by hand: ranked are 90%, 75%, 75%, 50%, 20%. */
  const inEast: Record<string, [string, number | null, number, number | null]> = {
    'House 1': ['RANKED', 1, 5, 1],
    'House 2': ['RANKED', 2, 5, 2],
    'House 3': ['RANKED', 2, 5, 2],
    'House 4': ['RANKED', 4, 5, 3],
    'House 5': ['RANKED', 5, 5, 4],
    // 19 of 19, where a percentage needs 20.
    'House 6': ['THIN', null, 5, null],
  }
  const labels = {
    within30Ratio: 'Within 30 min %',
    within120Ratio: '30 – 120 min %',
    over120Ratio: 'Over 120 min %',
    neverRatio: 'Never answered',
    average: 'Average',
    median: 'Median',
    p90: '90th percentile',
  }
  const rita = { company_id: PEERS_COMPANY, user_id: 901 }
  const nameOf = (key: string) => houses.find(({ id }) => key === `property:${id}`)?.name ?? key
  const fields = 'state rank tied of quartile median words'
  const query = `query($peers: String!) { responseTimeReport(input: { peers: $peers }) { peers { by rows { key group
    standings { ${Object.keys(labels).map((key) => `${key} { ${fields} }`)} } } } } }`
  const fileOfPeers = async (format: string, peers: string) =>
    (await get('/api/reports/response-time/export', { peers, format }, rita)).rawPayload

  beforeAll(async () => {
    await server.store.load(peersCompany(), {})
  })

  test.each(['Region', 'portfolio'])('by %s are the same over REST and GraphQL and in every file', async (by) => {
    const { peers } = resultFrom((await get('/api/reports/response-time', { peers: by }, rita)).json())
    const answered = await server.app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: await bearer(rita),
      payload: { query, variables: { peers: by } },
    })
    const upper = peers?.rows.map((row) => ({
      ...row,
      standings: Object.fromEntries(
        Object.entries(row.standings).map(([key, one]) => [key, { ...one, state: one.state.toUpperCase() }]),
      ),
    }))
    expect(answered.json().data.responseTimeReport.peers).toEqual({ by, rows: upper })

    const places = new Map(
      peers?.rows.map(({ key, group, standings }) => [
        nameOf(key),
        {
          // A region that a spreadsheet could run has its guard in the CSV.
          group: by === 'portfolio' ? '' : (group ?? ''),
          places: Object.fromEntries(
            Object.entries(labels).map(([of, label]) => [label, placeOf(standings[of] ?? none)]),
          ),
        },
      ]),
    )
    const guarded = new Map(
      [...places].map(([name, { group, ...rest }]) => [name, { group: escapeFormula(group), ...rest }]),
    )
    const [csv, xlsx, pdf] = await Promise.all(['csv', 'xlsx', 'pdf'].map((format) => fileOfPeers(format, by)))
    if (!csv || !xlsx || !pdf) throw new Error('All files were requested.')
    const names = Object.values(labels)
    expect(placesInCsv(csv, names)).toEqual(guarded)
    expect(placesInXlsx(xlsx, names, ['Average', 'Median', '90th percentile'])).toEqual(places)

    const parsed = parsePdf(pdf)
    expect(layoutFaults(parsed)).toEqual([])
    const lines = linesOf(parsed).map((line) => line.filter((text) => text.trim() !== ''))
    for (const { key, standings } of peers?.rows ?? []) {
      const shown = Object.keys(labels).flatMap((of) => standings[of] ?? [])
      // The brief of the first page has no ranks, so the table's row is the last one of that name.
      const at = lines.findLastIndex(([name]) => name === nameOf(key))
      const ranks = shown.map((one) => shortStanding(one, by)).filter(Boolean)
      if (ranks.length > 0) expect(lines[at + 1]?.slice(-ranks.length)).toEqual(ranks)
      const medians = shown.flatMap(({ state, median }) => (state === 'missing' || median === null ? [] : [median]))
      const isMedian = (text: string) => text.startsWith('median ')
      expect(lines[at + (medians.length > 0 ? 2 : 1)]?.filter(isMedian) ?? []).toHaveLength(medians.length)
      if (medians.length > 0)
        expect(lines[at + 2]?.filter(isMedian)[0]).toBe(`median ${Math.round((medians[0] ?? 0) * 100)}%`)
    }
    expect(lines.flat().join(' ')).toContain('Four bars before a rank mean the best quarter, one bar the last.')
  })
  const none = { state: 'absent', rank: null, of: 0, quartile: null, median: null }

  test('are exact', async () => {
    const variables = { peers: 'Region' }
    const headers = await bearer(rita)
    const { rows } = (
      await server.app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query, variables } })
    ).json().data.responseTimeReport.peers
    const found = new Map(
      rows.map(({ key, group, standings: { within30Ratio: one } }: PeerAnswer) => [
        nameOf(key),
        [group, one.state, one.rank, one.of, one.quartile, one.median],
      ]),
    )
    for (const [name, [state, rank, of, quartile]] of Object.entries(inEast))
      expect([name, found.get(name)]).toEqual([name, ['East', state, rank, of, quartile, 0.75]])
    for (const name of ['House 7', 'House 8', 'House 9'])
      expect([name, found.get(name)]).toEqual([name, ['West', 'FEWPEERS', null, 3, null, null]])
    for (const name of ['House 10', 'House 12'])
      expect([name, found.get(name)]).toEqual([name, [null, 'NOGROUP', null, 0, null, null]])
    expect(found.get('House 11')).toEqual(['=South', 'FEWPEERS', null, 1, null, null])
  })
  interface PeerAnswer {
    key: string
    group: string | null
    standings: Record<'within30Ratio', { state: string; rank: number; of: number; quartile: number; median: number }>
  }
})
