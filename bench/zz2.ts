import { openFacts } from '@leaselight/facts'
const facts = await openFacts({ dataDir: '/tmp/benchdata/data5m' })
const props = (await facts.query<any>('SELECT id FROM properties FINAL WHERE company_id = 1')).map((p: any) => p.id)
const P = { p: props, a: '2026-06-08', b: '2026-06-14', c: '2026-06-01', d: '2026-06-07' }
const med = async (name: string, q: string, n = 15) => { const ts: number[] = []; try { for (let i = 0; i < n; i++) { const t = performance.now(); await facts.query(q, P); ts.push(performance.now() - t) } } catch (e: any) { console.log(name, 'ERR', e.message.slice(0, 300)); return } ts.sort((a, b) => a - b); console.log(name, ts[0]!.toFixed(1), ts[n >> 1]!.toFixed(1)) }
const cur = `sent_day BETWEEN toDate32({a:String}) AND toDate32({b:String})`, pri = `sent_day BETWEEN toDate32({c:String}) AND toDate32({d:String})`
const mark = `prospect_id NOT IN (SELECT id FROM prospect_marks FINAL WHERE company_id = 1 AND (deleted OR not_a_prospect))`
const sets = [`direction = 'outbound' AND origin='agent' AND channel='email'`, `direction = 'outbound' AND origin='agent' AND channel='text'`, `direction = 'outbound' AND origin='agent' AND channel='facebook'`, `direction='outbound' AND origin IN ('bulk','drip') AND channel='email'`]
const aggs = (m: string) => sets.map((s, i) => `countIf(${s} ${m} AND ${cur}) AS c${i}, countIf(${s} ${m} AND ${pri}) AS p${i}`).join(', ')
const base = `company_id = 1 AND property_id IN {p:Array(UInt64)} AND (${cur} OR ${pri})`
await med('nested star', `SELECT k0, series_day, grouping(k0, series_day) AS rolled, ${aggs('AND ' + mark)} FROM (SELECT property_id AS k0, sent_day AS series_day, * FROM (SELECT * FROM messages FINAL WHERE ${base}) AS r WHERE 1) WHERE 1 GROUP BY GROUPING SETS ((), (k0), (series_day))`)
await med('flat', `SELECT property_id AS k0, sent_day AS series_day, grouping(k0, series_day) AS rolled, ${aggs('AND ' + mark)} FROM messages FINAL WHERE ${base} GROUP BY GROUPING SETS ((), (k0), (series_day))`)
await med('flat mark in where', `SELECT property_id AS k0, sent_day AS series_day, grouping(k0, series_day) AS rolled, ${aggs('')} FROM messages FINAL WHERE ${base} AND ${mark} GROUP BY GROUPING SETS ((), (k0), (series_day))`)
await med('nested mark in where', `SELECT k0, series_day, grouping(k0, series_day) AS rolled, ${aggs('')} FROM (SELECT property_id AS k0, sent_day AS series_day, * FROM (SELECT * FROM messages FINAL WHERE ${base}) AS r WHERE ${mark}) WHERE 1 GROUP BY GROUPING SETS ((), (k0), (series_day))`)
await med('no final', `SELECT property_id AS k0, sent_day AS series_day, grouping(k0, series_day) AS rolled, ${aggs('')} FROM messages WHERE ${base} AND ${mark} GROUP BY GROUPING SETS ((), (k0), (series_day))`)
await med('no grouping sets', `SELECT property_id AS k0, sent_day AS series_day, ${aggs('')} FROM messages FINAL WHERE ${base} AND ${mark} GROUP BY k0, series_day`)
await med('flat no property list', `SELECT property_id AS k0, sent_day AS series_day, grouping(k0, series_day) AS rolled, ${aggs('')} FROM messages FINAL WHERE company_id = 1 AND (${cur} OR ${pri}) AND ${mark} GROUP BY GROUPING SETS ((), (k0), (series_day))`)
await med('flat one range', `SELECT property_id AS k0, sent_day AS series_day, grouping(k0, series_day) AS rolled, ${aggs('')} FROM messages FINAL WHERE company_id = 1 AND property_id IN {p:Array(UInt64)} AND sent_day BETWEEN toDate32({c:String}) AND toDate32({b:String}) AND ${mark} GROUP BY GROUPING SETS ((), (k0), (series_day))`)
await med('count only', `SELECT count() FROM messages FINAL WHERE company_id = 1 AND property_id IN {p:Array(UInt64)} AND sent_day BETWEEN toDate32({c:String}) AND toDate32({b:String})`)
await facts.close()
