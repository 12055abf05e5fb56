import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** An id of the data contract; all are below 2^53, so a JavaScript number holds them exactly. */
export const id = (name: string) => bigint(name, { mode: 'number' })

/** An instant, to the millisecond. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
