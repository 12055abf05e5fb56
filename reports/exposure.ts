import { type CountColumn, difference, sum } from '@leaselight/model'

type Count = (label: string, definition: string, extras: { better?: 'lower'; optional: true }) => CountColumn

/** The columns of exposure so many days after a day: what comes empty, less what fills. Needs `totalVacant`. */
export function exposureColumns<D extends 30 | 60 | 90>(days: D, count: Count, after: string) {
  const columns = {
    [`moveOutsDue${days}`]: count(
      `Move-outs due (${days} days)`,
      `Units on notice whose last lease ends within ${days} days${after}, overdue ones included.`,
      { better: 'lower', optional: true },
    ),
    [`moveInsDue${days}`]: count(
      `Move-ins due (${days} days)`,
      `Rented units whose new lease starts within ${days} days${after}, overdue ones included.`,
      { optional: true },
    ),
    [`vacantIn${days}`]: sum(
      ['totalVacant', `moveOutsDue${days}`],
      `Vacant by then (${days} days)`,
      `Vacant units and those whose move-out is due within ${days} days.`,
      { better: 'lower', optional: true },
    ),
    [`exposure${days}`]: difference(
      [`vacantIn${days}`, `moveInsDue${days}`],
      `Exposure (${days} days)`,
      `Vacant units plus move-outs due minus move-ins due within ${days} days. Never below zero, worked out for each row and the total.`,
      { better: 'lower', min: 0 },
    ),
  }
  // Names made of a number lose it in the type.
  return columns as Record<`moveOutsDue${D}` | `moveInsDue${D}`, CountColumn> &
    Record<`vacantIn${D}`, ReturnType<typeof sum>> &
    Record<`exposure${D}`, ReturnType<typeof difference>>
}
