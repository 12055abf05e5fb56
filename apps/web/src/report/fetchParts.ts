import type { ReportDefinition } from '@leaselight/model'
import { fetchView } from '@leaselight/reports/views'
import { fetchOwnPage } from './fetchOwnPage'
import { fetchCards } from './table/fetchCards'
import { fetchTable } from './table/fetchTable'

/** Fetches the code of a report's page, so that it comes beside the account and the numbers. */
export function fetchParts(report: ReportDefinition, phone: boolean): void {
  // A failure is shown where the part is used.
  const ignore = () => undefined
  const view = fetchView(report.key)
  if (view) for (const part of [view, fetchOwnPage()]) part.catch(ignore)
  ;(phone ? fetchCards() : fetchTable()).catch(ignore)
}
