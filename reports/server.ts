import { existsSync } from 'node:fs'
import type { ReportQuery } from '@leaselight/engine'

/** The query that stands in a report's folder; the folder bears the report's key. */
export async function loadQuery(key: string): Promise<ReportQuery> {
  const file = new URL(`./${key}/query.ts`, import.meta.url)
  if (!existsSync(file)) throw new Error(`Report ${key} has no query.ts in its folder.`)
  const found: { default: ReportQuery } = await import(file.href)
  return found.default
}
