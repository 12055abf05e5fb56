import type { Column, Meaning, MeaningFamily, MeaningMember, ReportDefinition, SheetPart } from '@leaselight/model'

/** Screens in daylight and at night; paper, mail and images take the light one. */
export type Scheme = 'light' | 'dark'

/** The product's colors; all other code refers to them by variable or through this table. */
export const palette = {
  light: {
    canvas: '#F7F7F4',
    surface: '#FFFFFF',
    ink: '#1B1F2A',
    muted: '#5B6273',
    line: '#E4E5E0',
    accent: '#0F766E',
    good: '#15803D',
    bad: '#B42318',
    warn: '#B45309',
    warnSurface: '#FDF6EC',
    black: '#000000',
    white: '#FFFFFF',
  },
  dark: {
    canvas: '#0F1216',
    surface: '#171B21',
    ink: '#E8EAED',
    muted: '#9AA3B2',
    line: '#272D36',
    accent: '#2DD4BF',
    good: '#4ADE80',
    bad: '#F97066',
    warn: '#FBBF24',
    warnSurface: '#2B2317',
    black: '#000000',
    white: '#FFFFFF',
  },
} as const satisfies Record<Scheme, Record<string, string>>

/** What a color in a chart stands for: there are four roles, and no color outside them. */
export type ColorRole = 'ink' | 'pale' | 'status' | 'category'

/** A color on both surfaces. `line` is its darker (or lighter) twin for thin marks, where the fill has too little contrast. */
interface Tone {
  role: ColorRole
  light: string
  dark: string
  line?: { light: string; dark: string }
}

/**
 * Every color that a chart may use, by role:
 * - ink: the measure at hand, and in one hue what has an order (the higher the number, the stronger);
 * - pale: what it is compared with, and the rest;
 * - status: what is good, waits, or is bad;
 * - category: channels, which have no order.
 */
const tones = {
  ink: { role: 'ink', light: palette.light.accent, dark: palette.dark.accent },
  ink1: { role: 'ink', light: '#D5E9E6', dark: '#12403C' },
  ink2: { role: 'ink', light: '#A9D3CD', dark: '#17605A' },
  ink3: { role: 'ink', light: '#6DB5AB', dark: '#1D857A' },
  ink4: { role: 'ink', light: '#2F948A', dark: '#24AD9C' },
  ink6: { role: 'ink', light: '#0A4A45', dark: '#A7F3E6' },
  pale: { role: 'pale', light: '#D3D6DA', dark: '#3C4450', line: { light: '#878D99', dark: '#737C8A' } },
  good: { role: 'status', light: palette.light.good, dark: palette.dark.good },
  wait: {
    role: 'status',
    light: '#E69F00',
    dark: '#F5B83D',
    line: { light: palette.light.warn, dark: palette.dark.warn },
  },
  late: { role: 'status', light: palette.light.warn, dark: '#C77F1B' },
  bad: { role: 'status', light: palette.light.bad, dark: palette.dark.bad },
  categoryA: { role: 'category', light: '#3B6FB6', dark: '#6FA3E8' },
  categoryB: { role: 'category', light: '#B84A88', dark: '#E58BBF' },
  categoryC: { role: 'category', light: '#7A5CC7', dark: '#A68EEB' },
  categoryD: { role: 'category', light: '#8C564B', dark: '#C08D80' },
} as const satisfies Record<string, Tone>

export type ChartColor = keyof typeof tones

const toneOf = (color: ChartColor): Tone => tones[color]

/** All colors of charts, for variables and tests. */
export const chartColors = Object.keys(tones) as ChartColor[]

export const roleOf = (color: ChartColor): ColorRole => toneOf(color).role

/** The color of an area. */
export const fillColor = (color: ChartColor, scheme: Scheme): string => toneOf(color)[scheme]

/** The color of a line: at least 3 : 1 on the scheme's surface. */
export const lineColor = (color: ChartColor, scheme: Scheme): string => (toneOf(color).line ?? toneOf(color))[scheme]

/** What is grouped, unknown, or only compared with. */
export const OTHER_COLOR: ChartColor = 'pale'

/** One hue, the stronger the further: ages of people, how far a prospect came. */
const RAMP = ['ink1', 'ink2', 'ink3', 'ink4', 'ink', 'ink6'] as const

/**
 * The color of each meaning, so that a stage, an outcome or a channel has one color in every report. Ordered classes of
 * waiting go from teal over pale teal and amber to red. Stages are the measure at hand wherever they are drawn.
 */
export const meaningColors: { readonly [F in MeaningFamily]: Readonly<Record<MeaningMember<F>, ChartColor>> } = {
  stage: {
    lead: 'ink',
    prospect: 'ink',
    waiting: 'ink',
    followup: 'ink',
    appointment: 'ink',
    visit: 'ink',
    show: 'ink',
    application: 'ink',
    lease: 'ink',
  },
  reached: {
    waiting: RAMP[0],
    appointment: RAMP[1],
    visit: RAMP[2],
    application: RAMP[3],
    lease: RAMP[4],
  },
  outcome: {
    answered: 'ink',
    'requested-text': 'ink2',
    voicemail: 'wait',
    missed: 'bad',
    completed: 'ink',
    'cancelled-renter': 'wait',
    'cancelled-manager': 'late',
    'no-show': 'bad',
    unresolved: OTHER_COLOR,
    renewed: 'ink',
    notice: 'wait',
    'moved-out': 'bad',
    undecided: OTHER_COLOR,
  },
  call: { inbound: 'ink', 'off-hours': 'ink' },
  conversation: { all: 'ink', booked: 'ink' },
  channel: { voice: 'categoryA', email: 'categoryB', chat: 'categoryC', sms: 'categoryD' },
  care: { green: 'good', yellow: 'wait', red: 'bad', score: 'ink' },
  wait: { within30: 'ink', within120: 'ink2', over120: 'wait', never: 'bad', late: 'bad' },
  unit: {
    occupied: 'ink',
    staying: 'ink',
    'rented-notice': 'ink3',
    'rented-vacant': 'ink2',
    'unrented-notice': 'wait',
    'unrented-vacant': 'bad',
  },
  scan: { scanned: 'ink', valid: 'ink', invalid: 'bad' },
  gender: { female: 'ink', male: 'ink2', unknown: OTHER_COLOR },
  age: {
    '18-24': RAMP[0],
    '25-34': RAMP[1],
    '35-44': RAMP[2],
    '45-54': RAMP[3],
    '55-64': RAMP[4],
    '65+': RAMP[5],
    unknown: OTHER_COLOR,
  },
  tour: { 'in-person': 'categoryA', 'self-guided': 'categoryB', 'live-video': 'categoryC' },
  touch: { single: 'ink', first: 'ink3', later: 'ink1' },
  assistance: { ai: 'ink', none: OTHER_COLOR },
  message: { sent: 'ink', opened: 'ink' },
}

// The same table with wider types, for lookup by names found in data.
const byFamily: Readonly<Record<string, Readonly<Record<string, ChartColor>>>> = meaningColors

/** The color of what means this; a measure without a meaning of its own is the one at hand. */
export function colorOf(meaning: Meaning | undefined): ChartColor {
  const [[family, member] = ['', '']] = Object.entries(meaning ?? {})
  return byFamily[family]?.[member] ?? 'ink'
}

/** The order in which measures of no meaning share a chart: the one at hand, then what it is compared with. */
const SPARE: readonly ChartColor[] = ['ink', OTHER_COLOR, 'ink3', 'ink1', 'ink6']

/** The colors of the parts of one chart, all different: where two would share a color, the later one gets another. */
export function colorsOf(meanings: readonly (Meaning | undefined)[]): ChartColor[] {
  const used = new Set<ChartColor>()
  return meanings.map((meaning) => {
    const own = colorOf(meaning)
    const color = used.has(own) && own !== OTHER_COLOR ? (SPARE.find((one) => !used.has(one)) ?? own) : own
    used.add(color)
    return color
  })
}

/** The colors of a sheet's strip. */
export const partColors = (parts: readonly Pick<SheetPart, 'meaning'>[]): ChartColor[] =>
  colorsOf(parts.map(({ meaning }) => meaning))

const meaningOf = (column: Column | undefined): Meaning | undefined => column?.meaning

/** The color of a report's column in a chart of its own. */
export const columnColor = ({ columns }: Pick<ReportDefinition, 'columns'>, name: string): ChartColor =>
  colorOf(meaningOf(columns[name]))

/** The colors of a report's columns drawn as parts of one chart. */
export const columnColors = ({ columns }: Pick<ReportDefinition, 'columns'>, names: readonly string[]): ChartColor[] =>
  colorsOf(names.map((name) => meaningOf(columns[name])))
