import type { ReportDefinition } from '@leaselight/model'
import { fetchView, resourcesOf } from '@leaselight/reports/views'
import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '../api/request'
import { fetchOwnPage } from './fetchOwnPage'
import { resourceQuery } from './queries'
import { fetchCards } from './table/fetchCards'
import { fetchTable } from './table/fetchTable'

/** Fetches the code of a report's page and what it reads besides numbers, so that they come beside the account and the numbers. */
export function fetchParts(
  report: ReportDefinition,
  { phone, client, queries }: { phone: boolean; client: Client; queries: QueryClient },
): void {
  // A failure is shown where the part is used.
  const ignore = () => undefined
  const view = fetchView(report.key)
  if (view) for (const part of [view, fetchOwnPage()]) part.catch(ignore)
  for (const path of resourcesOf(report.key)) void queries.prefetchQuery(resourceQuery(client, path))
  ;(phone ? fetchCards() : fetchTable()).catch(ignore)
}
