import { instantJson } from '../import/date/time'

/** An instant in the format for inserts. */
export const storedInstant = (instant: number): string => instantJson(instant).slice(1, -1)
