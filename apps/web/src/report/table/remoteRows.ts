import { buildTable, type ReportDefinition, type ReportState } from '@leaselight/model'
import type { RemoteRows } from '@leaselight/ui'
import type { Records } from '../useRecords'

interface Listed {
  report: ReportDefinition
  state: ReportState
  records: Pick<Records, 'remote' | 'whole'>
}

/** How a table gets at the records that it doesn't have; undefined where it has all of them. */
export function remoteRows({ report, state, records: { remote, whole } }: Listed): RemoteRows | undefined {
  return remote && { ...remote, whole: async () => buildTable(report, await whole(), state).rows }
}
