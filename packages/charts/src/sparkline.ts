export type Sample = number | null

export interface SparklineShape {
  /** One path per uninterrupted run of days; a missing day is a gap. */
  paths: string[]
  /** Runs of a single day, which a line can't show. */
  dots: [number, number][]
  /** The usual range as a strip behind the line. */
  band: { y: number; height: number } | null
  /** Where the line of a change is; null without one, and where it is before the first sample. */
  changeX: number | null
}

/** The range in which numbers are usual. */
export interface UsualRange {
  low: number
  high: number
}

/** The size of a finding's course, on the screen and on paper. */
export const FINDING_TREND = { width: 120, height: 32 }

const INSET = 2

/**
 * A trend line in a box of the given size, with the usual range behind it where there is one.
 * @param changedAt the first sample after a change
 */
export function sparkline(
  samples: readonly Sample[],
  width: number,
  height: number,
  usual: UsualRange | null = null,
  changedAt: number | null = null,
): SparklineShape {
  const [low, high] = rangeOf(usual ? [...samples, usual.low, usual.high] : samples)
  const step = samples.length > 1 ? (width - 2 * INSET) / (samples.length - 1) : 0
  const y = (value: number): number =>
    high === low ? height / 2 : INSET + (1 - (value - low) / (high - low)) * (height - 2 * INSET)
  const stretches: [number, number][][] = []
  let open: [number, number][] | null = null
  samples.forEach((value, index) => {
    if (value === null) {
      open = null
      return
    }
    if (!open) {
      open = []
      stretches.push(open)
    }
    open.push([round(INSET + index * step), round(y(value))])
  })
  return {
    paths: stretches
      .filter((points) => points.length > 1)
      .map((points) => `M${points.map((point) => point.join(' ')).join('L')}`),
    dots: stretches.flatMap((points) => (points.length === 1 && points[0] ? [points[0]] : [])),
    band: usual && { y: round(y(usual.high)), height: Math.max(1, round(y(usual.low) - y(usual.high))) },
    // Between the last sample before the change and the first after it.
    changeX:
      changedAt !== null && changedAt > 0 && changedAt < samples.length
        ? round(INSET + (changedAt - 0.5) * step)
        : null,
  }
}

/** At most `maxSamples` samples, each the mean of adjacent ones: a year of days would blur in a small box. */
export function downsample(samples: readonly Sample[], maxSamples: number): readonly Sample[] {
  if (samples.length <= maxSamples) return samples
  return Array.from({ length: maxSamples }, (_, index) => {
    const from = Math.floor((index * samples.length) / maxSamples)
    const known = samples
      .slice(from, Math.floor(((index + 1) * samples.length) / maxSamples))
      .filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
  })
}

/** The lowest and highest number; the range includes zero. */
function rangeOf(samples: readonly Sample[]): [number, number] {
  const known = samples.filter((value) => value !== null)
  return known.reduce<[number, number]>(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [0, 0])
}

const round = (value: number): number => Math.round(value * 10) / 10
