import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type EntityName, entityNames } from '@leaselight/contract'
import { generatePortfolio, type PortfolioOptions, requestedFacts } from './generate'

/** How much of a portfolio is written. */
export interface WriteProgress {
  rows: number
  /** The approximate total number of rows. */
  expected: number
  seconds: number
}

/** What was written. */
export interface WriteResult extends WriteProgress {
  counts: Record<EntityName, number>
}

/**
 * Writes a portfolio as `<entity>.ndjson` files, one per entity. Rows are written as they are generated, so memory
 * stays small.
 */
export async function writePortfolio(
  dir: string,
  options: PortfolioOptions,
  onProgress?: (progress: WriteProgress) => void,
): Promise<WriteResult> {
  await mkdir(dir, { recursive: true })
  const started = performance.now()
  const counts = Object.fromEntries(entityNames.map((entity) => [entity, 0])) as Record<EntityName, number>
  let rows = 0
  const expected = requestedFacts(options)
  const state = () => ({ rows, expected, seconds: (performance.now() - started) / 1000 })
  const opened = await Promise.all(
    entityNames.map(async (entity) => [entity, await open(join(dir, `${entity}.ndjson`), 'w')] as const),
  )
  const files = new Map(opened)
  try {
    for (const { entity, records } of generatePortfolio(options)) {
      let text = ''
      for (const record of records) text += `${JSON.stringify(record)}\n`
      await files.get(entity)?.appendFile(text)
      counts[entity] += records.length
      rows += records.length
      onProgress?.(state())
    }
  } finally {
    for (const [, file] of opened) await file.close()
  }
  return { ...state(), counts }
}
