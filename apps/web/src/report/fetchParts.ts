import type { ReportDefinition } from '@leaselight/model'
import { fetchView } from '@leaselight/reports/views'
import { fetchCards } from './table/fetchCards'
import { fetchTable } from './table/fetchTable'

/** Fetches the code of a report's page, so that it comes beside the account and the numbers. */
export function fetchParts(report: ReportDefinition, phone: boolean): void {
  // A failure is shown where the part is used.
  const ignore = () => undefined
  fetchView(report.key)?.catch(ignore)
  ;(phone ? fetchCards() : fetchTable()).catch(ignore)
}
