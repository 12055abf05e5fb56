/** How many series colours a theme has. */
export const SERIES_COLORS = 8

/** The last colour is grey and belongs to what is gathered or unknown. */
export const OTHER_COLOR = SERIES_COLORS - 1

/**
 * The places of the trade's own series in the theme's colours, so that an outcome or a stage keeps its colour on every page.
 * Those that stand in one picture together have different places.
 */
const colorIndexes: Readonly<Record<string, number>> = {
  // the way to a lease
  leads: 6,
  prospects: 0,
  followups: 5,
  appointments: 4,
  visits: 2,
  shows: 5,
  applications: 3,
  leases: 1,
  // how calls end
  totalCalls: 4,
  answered: 0,
  missed: 1,
  voicemail: 2,
  requestedText: 3,
  offHoursCalls: 5,
  // how appointments end
  completed: 0,
  noShow: 1,
  cancelledRenter: 2,
  cancelledManager: 3,
  unresolved: OTHER_COLOR,
  // how leases end
  renewed: 0,
  notice: 1,
  movedOut: 2,
  undecided: OTHER_COLOR,
  // how scans end
  validScans: 0,
  invalidScans: 1,
  // how people are looked after
  green: 0,
  yellow: 1,
  red: 3,
  recentGreen: 0,
  recentYellow: 1,
  recentRed: 3,
  score: 2,
  // how long people wait
  within30: 0,
  within120: 6,
  over120: 1,
  never: 3,
  late: 3,
  // how far the lost had come
  lostWaiting: 0,
  lostBooked: 4,
  lostVisited: 2,
  lostApplied: 3,
  lostLeased: 1,
  // who visits
  female: 4,
  male: 1,
  // homes
  totalOccupied: 0,
  occupiedStaying: 0,
  rentedVacant: 6,
  unrentedVacant: 1,
  rentedNotice: 2,
  unrentedNotice: 4,
}

/** The place of a series in the theme's colours: set by meaning where the trade knows it, else by its name, always the same. */
export function colorOf(key: string): number {
  const known = colorIndexes[key]
  if (known !== undefined) return known
  if (/unknown/i.test(key)) return OTHER_COLOR
  let hash = 0
  for (const letter of key) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return hash % OTHER_COLOR
}

/** The colours of series that stand in one picture: each its own, and a name's second choice only where two would collide. */
export function colorsOf(keys: readonly string[]): number[] {
  const taken = new Set<number>()
  return keys.map((key) => {
    let color = colorOf(key)
    // Grey says "other"; it is the one colour that series may share, and none falls back on it.
    if (color !== OTHER_COLOR && taken.size < OTHER_COLOR) while (taken.has(color)) color = (color + 1) % OTHER_COLOR
    taken.add(color)
    return color
  })
}
