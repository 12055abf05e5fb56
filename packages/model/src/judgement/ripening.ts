/** How many days prospects take from coming to what they do: half of those who do it, and nine of ten. */
export interface Delay {
  median: number
  most: number
}

/**
 * What prospects do after they came, with the days that are assumed for it while a company's own history is too short to
 * tell. Record types tell which of it their records know (`later`).
 */
export const assumedDelays = {
  appointments: { median: 1, most: 10 },
  visits: { median: 4, most: 14 },
  applications: { median: 12, most: 30 },
  leases: { median: 14, most: 30 },
} as const satisfies Record<string, Delay>

export type Ripening = keyof typeof assumedDelays

/** The days that each takes at a company. */
export type Delays = Readonly<Record<Ripening, Delay>>

/** `still filling: half take 12 days, one in ten over 31` */
export const ripeningText = ({ median, most }: Delay): string =>
  `still filling: half take ${median} ${median === 1 ? 'day' : 'days'}, one in ten over ${most}`
