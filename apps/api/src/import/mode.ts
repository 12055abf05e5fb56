import { type MaxRejected, NONE_REJECTED, parseMaxRejected } from '@leaselight/facts'
import { z } from 'zod'
import { badRequest } from '../http/errors'
import type { ImportMode } from './tasks'

/** The parameters that try or limit an import, for the routes' documentation. */
export const modeParameters = {
  dry_run: z.enum(['0', '1']).optional().meta({ description: 'Says what an import would do, and stores nothing.' }),
  max_rejected: z
    .string()
    .optional()
    .meta({ description: 'Stores nothing when more are rejected: a number such as `20` or a share such as `1%`.' }),
  strict: z.boolean().optional().meta({ description: 'The same as `max_rejected=0`: every record or none.' }),
}

/** Reads a limit of rejections. Throws a 400 that names the field when it is no limit. */
export function readMaxRejected(field: string, text: string): MaxRejected {
  const limit = parseMaxRejected(text)
  if (!limit) throw badRequest(`${field} must be a number such as 20 or a share such as 1%.`)
  return limit
}

/** Reads how a request tries or limits its import. */
export function readMode(query: Readonly<Record<string, string | undefined>>): ImportMode {
  const { dry_run, max_rejected, strict } = query
  const isStrict = readFlag('strict', strict)
  return {
    dryRun: readFlag('dry_run', dry_run),
    maxRejected: isStrict
      ? NONE_REJECTED
      : max_rejected === undefined
        ? undefined
        : readMaxRejected('max_rejected', max_rejected),
  }
}

/** Reads a switch that may be written as a number or a word. */
export function readFlag(name: string, value: string | undefined): boolean {
  if (value === undefined || value === '0' || value === 'false') return false
  if (value === '1' || value === 'true') return true
  throw badRequest(`${name} must be 1 or 0.`)
}
