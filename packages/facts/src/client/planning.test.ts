import { expect, it } from 'vitest'
import { COSTLY_STEPS, Planning } from './planning'

/** A server that knows a setting or not, and how often it was queried; its first `away` queries fail as unavailable. */
function server(knows: boolean, away = 0) {
  const asked: Record<string, unknown>[] = []
  const rows = async (_sql: string, params: Record<string, unknown>) => {
    asked.push(params)
    if (asked.length <= away) throw new Error('away')
    return knows ? [{ name: 'optimize_and_compare_chain' }] : []
  }
  return { asked, planning: new Planning({ embedded: false, rows }) }
}

it('disables a costly planning step where the engine knows it, and queries a server only once', async () => {
  const { asked, planning } = server(true)
  await Promise.all([planning.settings(), planning.settings()])
  expect(await planning.settings()).toEqual(['optimize_and_compare_chain = 0'])
  expect(asked).toEqual([{ names: COSTLY_STEPS }])
})

it('names nothing to an older server, which would refuse the statement', async () => {
  expect(await server(false).planning.settings()).toEqual([])
})

it('queries an unreachable server again and never fails', async () => {
  const { asked, planning } = server(true, 1)
  expect(await planning.settings()).toEqual([])
  expect(await planning.settings()).toEqual(['optimize_and_compare_chain = 0'])
  expect(asked).toHaveLength(2)
})

it('has an INSERT plan its SELECT in the same way, whether it names columns or not', async () => {
  const { planning } = server(true)
  const off = 'SETTINGS optimize_and_compare_chain = 0'
  expect(await planning.planned('INSERT INTO t SELECT 1 SETTINGS x = 1')).toBe(
    `INSERT INTO t ${off} SELECT 1 SETTINGS x = 1`,
  )
  expect(await planning.planned('INSERT INTO t (a, b)\n SELECT 1, 2')).toBe(`INSERT INTO t (a, b) ${off}\n SELECT 1, 2`)
})

it('leaves other statements, and those of an older server, as they are', async () => {
  expect(await server(true).planning.planned('OPTIMIZE TABLE t')).toBe('OPTIMIZE TABLE t')
  expect(await server(false).planning.planned('INSERT INTO t SELECT 1')).toBe('INSERT INTO t SELECT 1')
})
