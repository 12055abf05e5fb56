import { openFacts } from '@leaselight/facts'
import { createEngine } from '@leaselight/engine'
import { activity, } from '../reports/activity/report'
import { readState } from '@leaselight/model'
import { queryOf } from '@leaselight/reports/server'
const facts = await openFacts({ dataDir: '/tmp/benchdata/data5m' })
const now = new Date('2026-06-15T16:00:00Z')
let log: any[] = []
const f2: any = { embedded: true, query: async (q: string, p: any, o: any) => { const t = performance.now(); const r = await facts.query(q, p, o); log.push([q, p]); return r } }
const engine = createEngine({ facts: f2, queryOf, now: () => now })
const viewer = { userId: 0, companyId: 1, role: 'admin', groupIds: [] }
const state = readState(activity, {}, 'api')
await engine.runReport(activity, state, viewer)
log = []; await engine.runReport(activity, state, viewer)
const scans = log.filter(([q]) => q.includes('grouping('))
console.log(scans.length)
const med = async (name: string, f: () => Promise<unknown>, n = 15) => { const ts: number[] = []; for (let i = 0; i < n; i++) { const t = performance.now(); await f(); ts.push(performance.now() - t) } ts.sort((a, b) => a - b); console.log(name, ts[0]!.toFixed(0), ts[n >> 1]!.toFixed(0), ts[n - 1]!.toFixed(0)) }
// unique param names
let all: Record<string, unknown> = {}; const parts = scans.map(([q, p], i) => { let t = q; for (const k of Object.keys(p)) { t = t.replaceAll(`{${k}:`, `{s${i}_${k}:`); all[`s${i}_${k}`] = p[k] } return t })
const union = parts.map((q, i) => { const n = (q.match(/ AS [cp]\d+/g) ?? []).map((x: string) => x.slice(4)); return `SELECT ${i} AS scan, k0, series_day, rolled, [${n.map((x: string) => `toFloat64(${x})`).join(', ')}] AS n FROM (${q})` }).join('\nUNION ALL\n')
for (const threads of [1, 2, 4]) {
  await med('serial t' + threads, async () => { for (const [q, p] of scans) await facts.query(q, p, { threads }) })
  await med('parallel t' + threads, () => Promise.all(scans.map(([q, p]) => facts.query(q, p, { threads }))))
  await med('union t' + threads, () => facts.query(union, all, { threads }))
}
await med('one trivial', () => facts.query('SELECT 1'))
await med('prospects scan', () => facts.query(scans[0][0], scans[0][1]))
await med('qualification', () => facts.query(scans[1][0], scans[1][1]))
await facts.close()
