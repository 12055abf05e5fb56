import type { ChartModel } from '../model'
import { LETTER } from './common'

/** So many of the worst have their names beside them, where there is room. */
const NAMED = 3
/** A shorter name tells nothing. */
const SHORTEST = 5

/** Where a name begins or ends beside its dot: so many lines further up, and the part of it that is left of the dot. */
interface Side {
  up: -1 | 0 | 1
  before: 0 | 0.5 | 1
}

/** The name of a dot, cut where there is no room for all of it. */
export interface DotName extends Side {
  text: string
}

/** The part of a line of dots that a dot or a name takes, in pixels. */
interface Stretch {
  index: number
  line: number
  from: number
  to: number
}

/** The place in which dots are drawn. */
interface Plot {
  /** The line of each dot. */
  lines: readonly number[]
  lineCount: number
  width: number
  /** The pixels of one unit of the axis. */
  scale: number
  dot: number
  fontSize: number
}

/**
 * The names of a strip's dots, by position: of the reader's own and of the worst, as far as they aren't of too few cases.
 * A name covers no other dot and no name before it, and is left out where it would. The worst has its name in any case,
 * cut where there is no room for all of it.
 */
export function dotNames(model: ChartModel, plot: Plot): Map<number, DotName> {
  const { lines, scale, dot, fontSize } = plot
  const values = model.series[0]?.values.map((value) => value ?? 0) ?? []
  const taken = values.map((value, index): Stretch => {
    const at = value * scale
    return { index, line: lines[index] ?? 0, from: at, to: at }
  })
  const [worst, ...others] = worstOf(model, values)
  const names = new Map<number, DotName>()
  for (const index of new Set([worst, ...(model.yours ?? []), ...others])) {
    if (index === undefined) continue
    const own = (values[index] ?? 0) * scale
    const stretchOf = (text: string, { up, before }: Side): Stretch => {
      const room = dot + text.length * fontSize * LETTER
      const from = own - before * room
      return { index, line: (lines[index] ?? 0) + up, from, to: from + room }
    }
    const place = (text: string): DotName | undefined => {
      const side = sidesOf(model).find((one) => isFree(stretchOf(text, one), taken, plot))
      return side && { ...side, text }
    }
    const name = model.categories[index] ?? ''
    const found = place(name) ?? (index === worst ? cutName(name, place) : undefined)
    if (!found) continue
    names.set(index, found)
    taken.push(stretchOf(found.text, found))
  }
  return names
}

/** The worst first. Rows of too few cases and those of the better half aren't called the worst. */
function worstOf({ worst, median = 0, pale }: ChartModel, values: readonly number[]): number[] {
  const isBad = (value: number) => (worst === 'left' ? value < median : value > median)
  const bad = values.flatMap((value, index) => (isBad(value) && !pale?.includes(index) ? [index] : []))
  return worst === 'left' ? bad.slice(0, NAMED) : bad.slice(-NAMED).reverse()
}

/** Away from the other dots where there is room, else towards them, above or below. */
function sidesOf({ worst }: ChartModel): Side[] {
  const [away, towards] = worst === 'left' ? ([1, 0] as const) : ([0, 1] as const)
  const levels = [1, -1] as const
  return [
    { up: 0, before: away },
    { up: 0, before: towards },
    ...[0.5 as const, towards, away].flatMap((before) => levels.map((up) => ({ up, before }))),
  ]
}

function isFree(
  { index, line, from, to }: Stretch,
  taken: readonly Stretch[],
  { lineCount, width, dot }: Plot,
): boolean {
  // A dot at the end of the axis reaches beyond it, and so may its name.
  if (from < 0 || to > width + dot || line < 0 || line >= lineCount) return false
  return taken.every((one) => one.index === index || one.line !== line || one.to + dot < from || one.from - dot > to)
}

/** As much of a name as has room: `Peachtree…` */
function cutName(name: string, place: (text: string) => DotName | undefined): DotName {
  for (let length = name.length - 1; length >= SHORTEST; length -= 1) {
    const found = place(`${name.slice(0, length).trimEnd()}…`)
    if (found) return found
  }
  return { up: 0, before: 1, text: name }
}
