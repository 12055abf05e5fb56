import { type Finding, findFindings, type History, medianOf, SLICE_DAYS, type WatchSeries } from '@leaselight/model'
import { drainedLevels, shuffledBlocks, shuffledLevels } from './stocks'

/** A random number from 0 up to 1; the same ones for the same seed (Mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const END = '2026-11-20'

/** Which day of the real history stands on each day of a world: any day of the same weekday. */
function shuffledDays(days: number, random: () => number): number[] {
  const order = Array.from({ length: days }, (_, day) => day)
  for (let day = days - 1; day > 0; day--) {
    const weeks = Math.floor(day / SLICE_DAYS)
    const other = (day % SLICE_DAYS) + SLICE_DAYS * Math.floor(random() * (weeks + 1))
    if (other < days) [order[day], order[other]] = [order[other] ?? 0, order[day] ?? 0]
  }
  return order
}

/** Days of every watch of a company in which nothing changes: each subject keeps its own days, in another order. */
function stillWorld(days: readonly WatchSeries[], random: () => number): WatchSeries[] {
  const longest = Math.max(...days.map(({ history }) => history.part.length))
  const orders = new Map<string, number[]>()
  return days.map((series) => {
    const { history, kind } = series
    // One order for all numbers of a property, so that what belongs together stays together.
    const name = `${series.level === 'source' ? 'source' : kind === 'stock' ? 'stock' : 'property'} ${series.keys[0] ?? ''}`
    const order = orders.get(name) ?? (kind === 'stock' ? shuffledBlocks : shuffledDays)(longest, random)
    orders.set(name, order)
    if (kind === 'stock')
      return { ...series, history: { ...history, part: shuffledLevels(history.part, order, history.whole) } }
    const known = history.part.length
    const own = order.filter((day) => day < known)
    const pick = (list: readonly number[]) => own.map((day) => list[day] ?? 0)
    return { ...series, history: mapHistory(history, pick) }
  })
}

/** The same with subjects of one size exchanged day by day, so that none differs from the others either. */
function alikeWorld(days: readonly WatchSeries[], random: () => number): WatchSeries[] {
  const groups = new Map<string, WatchSeries[]>()
  for (const series of days) {
    const key = `${series.report} ${series.watch.column} ${series.watch.of ?? series.watch.per ?? ''} ${series.level}`
    groups.set(key, [...(groups.get(key) ?? []), series])
  }
  return [...groups.values()].flatMap((group) =>
    group.map((series) => {
      if (series.kind === 'stock') return { ...series, history: stockOfAny(group, random) }
      const owners = series.history.part.map(() => group[Math.floor(random() * group.length)] ?? series)
      const at = owners.map(({ history }) => Math.floor(random() * history.part.length))
      const pick = (of: (history: History) => readonly number[] | undefined) =>
        owners.map(({ history }, day) => of(history)?.[at[day] ?? 0] ?? 0)
      const squares = series.history.squares && pick((history) => history.squares)
      return {
        ...series,
        history: {
          part: pick((history) => history.part),
          whole: pick((history) => history.whole),
          ...(squares && { squares }),
        },
      }
    }),
  )
}

/** The homes of any property of the group, which move as theirs do. */
function stockOfAny(group: readonly WatchSeries[], random: () => number): History {
  const history = group[Math.floor(random() * group.length)]?.history ?? { part: [], whole: [] }
  const { part, whole } = history
  return { ...history, part: shuffledLevels(part, shuffledBlocks(part.length, random), whole) }
}

const mapHistory = ({ part, whole, squares }: History, pick: (list: readonly number[]) => number[]): History => ({
  part: pick(part),
  whole: pick(whole),
  ...(squares && { squares: pick(squares) }),
})

/** The weeks of a world as they are known on a day, so many days before its last one. */
function weeksAt(world: readonly WatchSeries[], daysAgo: number): WatchSeries[] {
  return world.map((series) => ({
    ...series,
    history: mapHistory(series.history, (list) => {
      const known = list.slice(daysAgo)
      // A stock is what is there on a week's last day.
      if (series.kind === 'stock') return known.filter((_, day) => day % SLICE_DAYS === 0)
      return Array.from({ length: Math.floor(known.length / SLICE_DAYS) }, (_, week) =>
        sum(known.slice(week * SLICE_DAYS, (week + 1) * SLICE_DAYS)),
      )
    }),
  }))
}

const sum = (list: readonly number[]): number => list.reduce((all, value) => all + value, 0)

/** A count is one number for each slice, however many days it has. */
const withCounts = (weeks: WatchSeries[]): WatchSeries[] =>
  weeks.map((series) =>
    series.kind === 'count'
      ? { ...series, history: { ...series.history, whole: series.history.part.map(() => 1) } }
      : series,
  )

const findAt = (world: readonly WatchSeries[], daysAgo: number) =>
  findFindings(withCounts(weeksAt(world, daysAgo)), END).findings

/** How many weeks of one world are looked at, one after the other. */
const WEEKS_OF_A_WORLD = 8

/** Counts findings that begin in worlds in which nothing changed: those of the first week, and each new one after it. */
export function* nullWeeks(days: readonly WatchSeries[], weeks: number, random: () => number) {
  const kinds = [
    { name: 'nothing changes', world: stillWorld, counts: 'change' as const },
    { name: 'nothing changes, all alike', world: alikeWorld, counts: 'any' as const },
  ]
  for (const { name, world: make, counts } of kinds) {
    let [wrong, seen] = [0, 0]
    while (seen < weeks) {
      const world = make(days, random)
      const known = new Set<string>()
      for (let week = WEEKS_OF_A_WORLD - 1; week >= 0 && seen < weeks; week--, seen++)
        for (const { key, proofs } of findAt(world, week * SLICE_DAYS)) {
          // Offices that differ by nature are no false findings where they keep their own days.
          const isWrong = counts === 'any' || proofs.some(({ basis }) => basis === 'change')
          if (isWrong && !known.has(key)) wrong++
          if (isWrong) known.add(key)
        }
    }
    yield { name, weeks, wrong }
  }
}

interface Plant {
  name: string
  /** The changed share or level, as text. */
  size: string
  level: 'property' | 'source'
  /** What a day of a series becomes; null where the series isn't touched. */
  change: (series: WatchSeries, random: () => number) => ((part: number, whole: number) => number) | null
  /** The stock of homes that shrinks by each case that is lost. */
  drains?: string
}

const binomial = (cases: number, chance: number, random: () => number): number => {
  let hits = 0
  for (let at = 0; at < cases; at++) if (random() < chance) hits++
  return hits
}

/** So many of the cases that were not in the part come into it. */
const moreOf = (column: string, share: number) => (series: WatchSeries, random: () => number) =>
  series.watch.column === column && series.kind === 'share'
    ? (part: number, whole: number) => part + binomial(Math.max(0, whole - part), share, random)
    : null

/** So many of the cases in the part leave it. */
const fewerOf =
  (columns: readonly string[], share: number, isThere: (series: WatchSeries) => boolean = () => true) =>
  (series: WatchSeries, random: () => number) =>
    columns.includes(series.watch.column) && isThere(series)
      ? (part: number) => part - binomial(Math.round(part), share, random)
      : null

const isLunch = ({ level, keys }: WatchSeries): boolean => level === 'hour' && [12, 13].includes(Number(keys[1]))

const plants: readonly Plant[] = [
  { name: 'a slow office', size: '40 of 100 more wait over two hours', level: 'property', change: moreOf('late', 0.4) },
  { name: 'a slow office', size: '70 of 100 more wait over two hours', level: 'property', change: moreOf('late', 0.7) },
  {
    name: 'a source that stops leasing',
    size: '90 of 100 leases and tours fewer',
    level: 'source',
    change: fewerOf(['costPerLease', 'leases', 'appointments'], 0.9),
  },
  {
    name: 'missed calls at lunch',
    size: '80 of 100 fewer answered',
    level: 'property',
    change: fewerOf(['answered'], 0.8, isLunch),
  },
  {
    name: 'a scanner off',
    size: '80 of 100 fewer scans',
    level: 'property',
    change: fewerOf(['visitsWithScanRatio'], 0.8),
  },
  {
    name: 'rents raised',
    size: '40 of 100 fewer renew and lease',
    level: 'property',
    change: fewerOf(['renewalRate', 'leases'], 0.4),
    drains: 'leased',
  },
  {
    name: 'rents raised',
    size: '70 of 100 fewer renew and lease',
    level: 'property',
    change: fewerOf(['renewalRate', 'leases'], 0.7),
    drains: 'leased',
  },
]

/** The days before the last one on which a change is planted; it is looked for each week after. */
const PLANTED_DAYS_AGO = 84
const LOOK_EVERY_DAYS = 7

/** Plants each change in worlds in which nothing else changes, and says how many are found and how soon. */
export function* measurePlants(days: readonly WatchSeries[], each: number, random: () => number) {
  for (const { name, size, level, change, drains } of plants) {
    const delays: number[] = []
    let [wrong, looks] = [0, 0]
    for (let trial = 0; trial < each; trial++) {
      const world = stillWorld(days, random)
      const subject = chooseSubject(world, level, change, random)
      const flows = world.map((series) => {
        const changed = isAt(series, level, subject) ? change(series, random) : null
        if (!changed) return series
        const { part, whole } = series.history
        const after = part.map((value, day) => (day < PLANTED_DAYS_AGO ? changed(value, whole[day] ?? 0) : value))
        return { ...series, history: { ...series.history, part: after } }
      })
      const planted = flows.map((series) => {
        if (series.watch.column !== drains || !isAt(series, level, subject)) return series
        const own = (list: readonly WatchSeries[]) =>
          list.filter((one) => one.level === level && isAt(one, level, subject) && one !== series)
        const part = drainedLevels(series.history.part, own(world), own(flows))
        return { ...series, history: { ...series.history, part } }
      })
      const before = new Map(findAt(world, 0).map(({ key, since }) => [key, since]))
      let delay: number | null = null
      for (let ago = PLANTED_DAYS_AGO - LOOK_EVERY_DAYS; ago >= 0 && delay === null; ago -= LOOK_EVERY_DAYS) {
        const found = findAt(planted, ago)
        looks++
        if (found.some((one) => one.subject.key === subject && isNew(one, before))) delay = PLANTED_DAYS_AGO - ago
        wrong += found.filter((one) => one.subject.key !== subject && one.since !== null && isNew(one, before)).length
      }
      if (delay !== null) delays.push(delay)
    }
    const weeks = (looks * LOOK_EVERY_DAYS) / SLICE_DAYS
    const delay = delays.length > 0 ? Math.round(medianOf(delays)) : null
    yield { name, size, planted: each, hits: delays.length, delay, wrongPerWeek: wrong / Math.max(1, weeks) }
  }
}

/** Whether a finding wasn't there without the plant, or said nothing of a change: an office may be slow by nature and get slower. */
const isNew = ({ key, since }: Finding, before: ReadonlyMap<string, string | null>): boolean =>
  !before.has(key) || (since !== null && before.get(key) === null)

const isAt = (series: WatchSeries, level: Plant['level'], subject: string | number): boolean =>
  (level === 'source') === (series.level === 'source') && series.level !== 'company' && series.keys[0] === subject

/** Any subject with enough cases that the change could be seen by counting. */
function chooseSubject(
  world: readonly WatchSeries[],
  level: Plant['level'],
  change: Plant['change'],
  random: () => number,
): string | number {
  const sizes = new Map<string | number, number>()
  for (const series of world) {
    const [key] = series.keys
    if (key === undefined || series.level !== level || !change(series, random)) continue
    const { part, whole } = series.history
    // By cases, not by bad ones: where most are bad already, none can become so.
    sizes.set(key, Math.max(sizes.get(key) ?? 0, sum(series.kind === 'share' ? whole : part)))
  }
  // Lunch hours are hours: any property takes calls.
  const all =
    sizes.size > 0
      ? [...sizes]
      : world.flatMap(({ level: at, keys }) => (at === level ? [[keys[0] ?? 0, 1] as const] : []))
  const large = all.toSorted((a, b) => b[1] - a[1]).slice(0, Math.ceil(all.length / 2))
  return large[Math.floor(random() * large.length)]?.[0] ?? 0
}
