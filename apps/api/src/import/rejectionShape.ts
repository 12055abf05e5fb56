import { z } from 'zod'

/** A record or row that was rejected. */
export const rejectionShape = z
  .object({
    entity: z.string(),
    line: z.int(),
    id: z.union([z.int(), z.string()]).nullable(),
    field: z.string(),
    reason: z.string(),
  })
  .meta({ id: 'Rejection' })
