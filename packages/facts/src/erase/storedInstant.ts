import { instantJson } from '../import/date/time'

/** An instant as an insert takes it. */
export const storedInstant = (instant: number): string => instantJson(instant).slice(1, -1)
