import type { ReportDefinition } from '@leaselight/model'
import { findView, resourcesOf } from '@leaselight/reports/views'
import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '../api/request'
import { OwnPage, ReportCards } from './parts'
import { resourceQuery } from './queries'
import { ReportTable } from './table/tablePart'

/** Fetches the code of a report's page. */
export function fetchCode(report: ReportDefinition, phone: boolean): void {
  const view = findView(report.key)
  if (view) for (const part of [view, OwnPage]) part.fetch()
  const rows = phone ? ReportCards : ReportTable
  rows.fetch()
}

/** Fetches that code and what the page reads besides numbers, so that they come beside the account and the numbers. */
export function fetchParts(
  report: ReportDefinition,
  { phone, client, queries }: { phone: boolean; client: Client; queries: QueryClient },
): void {
  fetchCode(report, phone)
  for (const path of resourcesOf(report.key)) void queries.prefetchQuery(resourceQuery(client, path))
}
