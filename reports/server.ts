import { existsSync } from 'node:fs'
import type { ReportQuery } from '@leaselight/engine'

/** The query in a report's folder, which is named after the report's key. */
export async function loadQuery(key: string): Promise<ReportQuery> {
  const file = new URL(`./${key}/query.ts`, import.meta.url)
  if (!existsSync(file)) throw new Error(`Report ${key} has no query.ts in its folder.`)
  const found: { default: ReportQuery } = await import(file.href)
  return found.default
}
