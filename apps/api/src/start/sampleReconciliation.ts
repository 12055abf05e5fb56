import { createEngine } from '@leaselight/engine'
import type { Facts } from '@leaselight/facts'
import {
  addTo,
  type DayRange,
  isWithin,
  neutralState,
  type OurRecord,
  parseState,
  periodsOf,
  reconcileLine,
  type Viewer,
} from '@leaselight/model'
import { loadQuery } from '@leaselight/reports/server'
import { sampleUsers } from '@leaselight/sample'
import { listReconciliations, type State } from '@leaselight/state'
import { boxscore, openProperties } from '../reconcile/compare'
import { previewBoxscore } from '../reconcile/preview'
import { createReconciliation } from '../reconcile/service'

/** What the property system of the sample has: words for lines as such systems have them. */
const LINES = [
  { key: 'visits', word: 'Tours' },
  { key: 'leases', word: 'Leases signed' },
] as const

/**
 * A boxscore of the sample's property system for the days that the Boxscore opens with, at the property with the most
 * visits: our own records, with a few mistakes. Stored where the sample has no reconciliation yet.
 */
export async function setSampleReconciliation(facts: Facts, state: State, now: Date): Promise<void> {
  const owner = sampleUsers().find(({ role }) => role === 'admin')
  if (!owner) return
  const viewer: Viewer = { companyId: owner.company_id, userId: owner.user_id, role: owner.role, groupIds: [] }
  if ((await listReconciliations(state, viewer.companyId)).length > 0) return
  const engine = createEngine({ facts, loadQuery, now: () => now })
  const directory = await engine.companyContext(viewer)
  const { filters } = parseState(boxscore, {}, 'api')
  const period = periodsOf(boxscore, { ...neutralState(boxscore).filters, ...filters }, directory.today).current
  const lines = LINES.flatMap(({ key }) => {
    const line = reconcileLine(key)
    return line ? [{ line, report: boxscore }] : []
  })
  const { byLine } = await engine.ourRecords(viewer, { lines, period, rows: [], idsOf: () => [] })
  const visits = countedIn(byLine.get('visits'))
  const most = openProperties(directory)
    .map((property) => ({ ...property, visits: visits.filter(({ propertyId }) => propertyId === property.id).length }))
    .toSorted((a, b) => b.visits - a.visits || a.id - b.id)[0]
  if (!most || most.visits === 0) return
  const rows = LINES.flatMap(({ key, word }) =>
    withMistakes(
      countedIn(byLine.get(key)).filter(({ propertyId }) => propertyId === most.id),
      period,
    ).map(({ day, name }) => [most.name, word, day, name]),
  )
  const file = Buffer.from(
    [['Property', 'Line', 'Date', 'Name'], ...rows].map((cells) => cells.map(quoted).join(',')).join('\r\n'),
  )
  const api = { engine, state, now: () => now }
  const { mapping } = await previewBoxscore(api, viewer, { form: 'records' }, file)
  const days = { startDate: period.start, endDate: period.end }
  const request = { file, fileName: 'property-system-boxscore.csv', mapping, ...days, madeAt: null }
  await createReconciliation(api, viewer, request, AbortSignal.timeout(LONGEST_MS))
}

const LONGEST_MS = 60_000

const countedIn = (records: readonly OurRecord[] = []): OurRecord[] =>
  records.filter(({ counted }) => counted).toSorted((a, b) => a.id - b.id)

interface Row {
  day: string
  name: string
}

/** The records as rows: of the first ones, one is missing, one is on another day and one is twice; one more is nowhere here. */
function withMistakes(records: readonly OurRecord[], period: DayRange): Row[] {
  const known = records.flatMap(({ day, name }) =>
    day !== null && name !== '' && isWithin(day, period) ? [{ day, name }] : [],
  )
  const [, moved, twice] = known
  const after = addTo(period.end, 1)
  return [
    ...known.slice(1).map((row) => (row === moved ? { ...row, day: after } : row)),
    ...(twice ? [twice] : []),
    { day: period.end, name: 'Jordan Lee' },
  ]
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
