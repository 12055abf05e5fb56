import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** An id of the trade; each stays below 2^53 (the data contract), so a JavaScript number holds it exactly. */
export const id = (name: string) => bigint(name, { mode: 'number' })

/** An instant, to the millisecond. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
