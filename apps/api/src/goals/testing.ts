import { afterAll, afterEach, beforeAll } from 'vitest'
import { requestHelpers } from '../testing/requests'
import { bearer, NOW, type Subject, type TestServer, testServer } from '../testing/server'

type Target = [property: number, month: string, target: number | null]

export const march = (property: number, target: number | null): Target => [property, '2026-03', target]

/** A server whose clock the tests of a file set, and requests for its goals. Each test begins at NOW, without goals. */
export function goalsServer() {
  let now = NOW
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({}, { now: () => now })
  })
  afterEach(async () => {
    now = NOW
    await server.state.run((db) => db.execute('delete from goals'))
    await server.state.run((db) => db.execute('delete from group_goals'))
  })
  afterAll(() => server.close())

  const { ask, ok } = requestHelpers(
    () => server,
    () => now,
  )
  const set = (goal: string, targets: Target[], who: Partial<Subject> = {}) =>
    ask(
      'PUT',
      '/api/goals',
      { goal, targets: targets.map(([property_id, month, target]) => ({ property_id, month, target })) },
      who,
    )
  const pace = async (query = '', who: Partial<Subject> = {}) => {
    const { goals } = await ok('GET', `/api/goals/pace?${query}`, undefined, who)
    return goals
  }
  /** A file that a manager of everything downloads. */
  const download = async (url: string) => server.app.inject({ url, headers: await bearer() })
  const activityCsv = async (query: string) => (await download(`/api/reports/activity/export?format=csv&${query}`)).body
  const setNow = (instant: string | number) => {
    now = new Date(instant)
  }
  return { server: () => server, ask, ok, set, pace, download, activityCsv, setNow }
}
