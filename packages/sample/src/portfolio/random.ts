/** FNV-1a: four different seeds give the generator four different words from one text. */
function hash(text: string, start: number): number {
  let value = start
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16777619)
  return value >>> 0
}

/** Options with cumulative weights, so that a draw is one pass over a short list. */
export interface Weighted<T> {
  items: readonly T[]
  sums: readonly number[]
}

/** Prepares a weighted choice; weights need not sum to one. */
export function weighted<T>(pairs: readonly (readonly [T, number])[]): Weighted<T> {
  let sum = 0
  return {
    items: pairs.map(([item]) => item),
    sums: pairs.map(([, weight]) => {
      sum += weight
      return sum
    }),
  }
}

/** A small fast generator (sfc32), the same on every machine for the same seed text. */
export class Random {
  private a: number
  private b: number
  private c: number
  private d = 1

  constructor(seed: string) {
    this.a = hash(seed, 2166136261)
    this.b = hash(seed, 374761393)
    this.c = hash(seed, 668265263)
    for (let round = 0; round < 12; round++) this.next()
  }

  /** A number in [0, 1). */
  next(): number {
    const sum = (this.a + this.b + this.d) | 0
    this.d = (this.d + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4294967296
  }

  /** A whole number from min to max, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)]
    if (item === undefined) throw new Error('Nothing to pick from.')
    return item
  }

  draw<T>(choice: Weighted<T>): T {
    const { items, sums } = choice
    const mark = this.next() * (sums.at(-1) ?? 0)
    let index = 0
    while (index < sums.length - 1 && mark >= (sums[index] ?? 0)) index++
    return items[index] as T // in range: items and sums have the same length, checked to be above 0 on creation
  }

  /** Waiting times: many short, few long. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next())
  }

  /** A long-tailed distribution around a median, like response times. */
  around(median: number, spread: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
    return median * Math.exp(spread * normal)
  }

  /** A random count with an expected value of `mean`. */
  poisson(mean: number): number {
    if (mean > 30)
      return Math.max(0, Math.round(mean + Math.sqrt(mean) * (this.next() + this.next() + this.next() - 1.5) * 2))
    const limit = Math.exp(-mean)
    let count = 0
    for (let product = this.next(); product > limit; product *= this.next()) count++
    return count
  }
}
