import type { Format } from '@leaselight/model'

/** How a threshold is typed: the number of the column times a factor, with a sign after it. */
interface Unit {
  factor: number
  suffix: string
  decimals: number
}

const units: Partial<Record<Format, Unit>> = {
  percent: { factor: 100, suffix: '%', decimals: 1 },
  duration: { factor: 1 / 60, suffix: ' min', decimals: 1 },
  money: { factor: 1, suffix: ' $', decimals: 2 },
  decimal: { factor: 1, suffix: '', decimals: 2 },
  tenths: { factor: 1, suffix: '', decimals: 1 },
}

/** The unit in which people type thresholds of a format. */
export const unitOf = (format: Format): Unit => units[format] ?? { factor: 1, suffix: '', decimals: 0 }

/** A value as it is typed, rounded as the input shows it. */
export function toTyped(value: number, format: Format): number {
  const { factor, decimals } = unitOf(format)
  return Number((value * factor).toFixed(decimals))
}

/** A typed number in the column's own unit. */
export const fromTyped = (typed: number, format: Format): number => typed / unitOf(format).factor
