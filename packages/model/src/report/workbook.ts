/**
 * Several saved reports as one Excel workbook where a report's key, title and address are named: in what is sent and
 * scheduled. No report has its key.
 */
export const WORKBOOK = { key: 'workbook', title: 'Excel workbook', address: '/my-reports' } as const

/** The most reports in one workbook, which is made in memory. */
export const MAX_IN_WORKBOOK = 20

/** The saved reports of a workbook, by id, as parameters: in the order of its worksheets. */
export const workbookParams = (ids: readonly string[]): { saved_report_ids: string } => ({
  saved_report_ids: ids.join(','),
})

/** The ids of the saved reports of a workbook, each once. */
export const workbookIds = (params: Readonly<Record<string, unknown>> | null | undefined): string[] => {
  const written = params?.saved_report_ids
  return typeof written === 'string' ? [...new Set(written.split(',').filter(Boolean))] : []
}
