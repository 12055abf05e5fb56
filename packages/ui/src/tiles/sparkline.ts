export type Sample = number | null

export interface Spark {
  /** One path for each unbroken stretch; a missing day is a gap. */
  paths: string[]
  /** Stretches of a single day, which no line can show. */
  dots: [number, number][]
}

const INSET = 2

/** A trend line in a box of the given size; both series of a tile share `range`, so that they compare. */
export function sparkline(samples: readonly Sample[], width: number, height: number, range = rangeOf(samples)): Spark {
  const [low, high] = range
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
  }
}

/** The lowest and highest number of the series, from zero up unless one lies below it. */
export function rangeOf(...series: (readonly Sample[])[]): [number, number] {
  const known = series.flat().filter((value) => value !== null)
  return known.reduce<[number, number]>(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [0, 0])
}

const round = (value: number): number => Math.round(value * 10) / 10
