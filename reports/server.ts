import type { ReportQuery } from '@leaselight/engine'

/** The query in a report's folder, which is named after the report's key. */
export async function loadQuery(key: string): Promise<ReportQuery> {
  const found: { default: ReportQuery } = await import(`./${key}/query.ts`)
  return found.default
}
