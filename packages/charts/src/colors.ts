import type { Column, Meaning, MeaningFamily, MeaningMember, ReportDefinition, SheetPart } from '@leaselight/model'

/** How many series colors a theme has. */
export const SERIES_COLORS = 8

/** The last color is gray and used for grouped or unknown values. */
export const OTHER_COLOR = SERIES_COLORS - 1

/**
 * The color of each meaning, as an index into the theme's series colors, so that an outcome or a stage has one color in
 * every report. Meanings that appear in one chart have different colors.
 */
export const meaningColors: { readonly [F in MeaningFamily]: Readonly<Record<MeaningMember<F>, number>> } = {
  stage: {
    lead: 6,
    prospect: 0,
    waiting: 0,
    followup: 5,
    appointment: 4,
    visit: 2,
    show: 5,
    application: 3,
    lease: 1,
  },
  outcome: {
    answered: 0,
    missed: 1,
    voicemail: 2,
    'requested-text': 3,
    completed: 0,
    'no-show': 1,
    'cancelled-renter': 2,
    'cancelled-manager': 3,
    unresolved: OTHER_COLOR,
    renewed: 0,
    notice: 1,
    'moved-out': 2,
    undecided: OTHER_COLOR,
  },
  call: { inbound: 4, 'off-hours': 5 },
  conversation: { all: 4, booked: 5 },
  channel: { voice: 3, email: 2, chat: 5, sms: 0 },
  care: { green: 0, yellow: 1, red: 3, score: 2 },
  wait: { within30: 0, within120: 6, over120: 1, never: 3, late: 3 },
  unit: {
    occupied: 0,
    staying: 0,
    'rented-vacant': 6,
    'unrented-vacant': 1,
    'rented-notice': 2,
    'unrented-notice': 4,
  },
  scan: { scanned: 3, valid: 0, invalid: 1 },
  gender: { female: 4, male: 1, unknown: OTHER_COLOR },
  age: { '18-24': 6, '25-34': 2, '35-44': 3, '45-54': 4, '55-64': 5, '65+': 1, unknown: OTHER_COLOR },
  tour: { 'in-person': 2, 'self-guided': 5, 'live-video': 0 },
  touch: { single: 4, first: 1, later: 6 },
  assistance: { ai: 3, none: 2 },
  message: { sent: 1, opened: 6 },
}

// The same table with wider types, for lookup by names found in data.
const byFamily: Readonly<Record<string, Readonly<Record<string, number>>>> = meaningColors

/** What determines a series' color: its meaning, or else its name. */
export interface ColorKey {
  name: string
  meaning?: Meaning | undefined
}

/** The color of a series: that of its meaning, or one derived from its name alone, so it never changes. */
export function colorOf({ name, meaning }: ColorKey): number {
  const [[family, member] = ['', '']] = Object.entries(meaning ?? {})
  const known = byFamily[family]?.[member]
  if (known !== undefined) return known
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return hash % OTHER_COLOR
}

/**
 * The colors of the series of one chart, all different: where two would share a color, the later series gets another
 * one.
 */
export function colorsOf(series: readonly ColorKey[]): number[] {
  const used = new Set<number>()
  return series.map((key) => {
    let color = colorOf(key)
    // Gray means "other": several series may share it, and no other series falls back to it.
    if (color !== OTHER_COLOR && used.size < OTHER_COLOR) while (used.has(color)) color = (color + 1) % OTHER_COLOR
    used.add(color)
    return color
  })
}

/** The colors of a sheet's strip. */
export const partColors = (parts: readonly Pick<SheetPart, 'key' | 'meaning'>[]): number[] =>
  colorsOf(parts.map(({ key, meaning }) => ({ name: key, meaning })))

// A renamed column keeps its color, because its original name is used.
function colorKey(name: string, column: Column | undefined): ColorKey {
  return { name: column?.formerNames?.[0] ?? name, meaning: column?.meaning }
}

/** The color of a report's column in a chart of its own. */
export const columnColor = ({ columns }: Pick<ReportDefinition, 'columns'>, name: string): number =>
  colorOf(colorKey(name, columns[name]))

/** The colors of a report's columns drawn in one chart. */
export const columnColors = ({ columns }: Pick<ReportDefinition, 'columns'>, names: readonly string[]): number[] =>
  colorsOf(names.map((name) => colorKey(name, columns[name])))
