import {
  type ChartVariant,
  collectMetadata,
  type Day,
  isRecordList,
  type MemberPage,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  toSnake,
} from '@leaselight/model'
import type { Sort } from '@leaselight/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Client } from '../api/request'
import { apiParams } from '../state/address'

/** A report's result with the state it belongs to. While a new one loads, the old pair stays on the page. */
export interface ReportResponse {
  result: ReportResult
  state: ReportState
}

/** Which records of a list report are fetched. */
export interface ListChoice {
  limit: number
  find: string
  sort: Sort | null
}

/** Few readers scroll further than the first records of a list. */
export const FIRST_RECORDS: ListChoice = { limit: 100, find: '', sort: null }

/** How the server finds and sorts records. */
const arrangement = ({ find, sort }: Pick<ListChoice, 'find' | 'sort'>) => ({
  ...(find && { find }),
  ...(sort && { sort: `${sort.descending ? '-' : ''}${toSnake(sort.column)}` }),
})

const listParams = ({ limit, ...choice }: ListChoice) => ({ limit, ...arrangement(choice) })

/** Which part of a report is requested: its outermost rows, or with `depth` every level; or only whole weeks. */
export interface ReportPart {
  depth?: 'all' | undefined
  points?: ChartVariant['points']
}

/**
 * A report under a state; of a list report its first records. A request is cancelled when its state is left.
 */
export function reportQuery(
  client: Client,
  report: ReportDefinition,
  state: ReportState,
  today: Day,
  { depth, points }: ReportPart = {},
  list: ListChoice = FIRST_RECORDS,
) {
  const query = {
    ...apiParams(report, state),
    ...(depth && { depth }),
    ...(points && { points }),
    ...(isRecordList(report) && listParams(list)),
  }
  return queryOptions({
    // Relative periods mean other days once a new day begins.
    queryKey: ['report', report.key, query, today],
    queryFn: async ({ signal }): Promise<ReportResponse> => ({
      result: collectMetadata(
        await client.json<ReportResult>(`/api/reports/${report.key}`, { query, signal }),
        Object.keys(report.metadata ?? {}),
      ),
      state,
    }),
    // Another report's numbers are no placeholder for this one's.
    placeholderData: (previous, previousQuery) => (previousQuery?.queryKey[1] === report.key ? previous : undefined),
  })
}

/** What an endpoint of its own returns, read as it is. */
export const resourceQuery = <T>(client: Client, path: string) =>
  queryOptions({
    queryKey: ['resource', path] as const,
    queryFn: ({ signal }) => client.json<T>(path, { signal }),
  })

/** The rows inside a row. */
export function childrenQuery(client: Client, report: ReportDefinition, state: ReportState, parent: string) {
  const query = { ...apiParams(report, state), parent }
  return queryOptions({
    queryKey: ['children', report.key, query],
    queryFn: ({ signal }) => client.json<ReportResult>(`/api/reports/${report.key}`, { query, signal }),
  })
}

/** Which number is opened: the row's key, or null for the total, and the column. */
export interface DrillDownTarget {
  row: string | null
  column: string
}

const MEMBERS_PER_PAGE = 50

/** Which of the records behind a number are shown: a page of them, as they are found and sorted. */
export interface MemberChoice {
  page: number
  find: string
  sort: Sort | null
}

/** One page of the records behind a number. */
export function membersQuery(
  client: Client,
  report: ReportDefinition,
  state: ReportState,
  { row, column }: DrillDownTarget,
  { page, ...choice }: MemberChoice,
) {
  const query = {
    ...apiParams(report, state),
    column,
    row: row ?? '',
    period: 'current',
    page,
    pageSize: MEMBERS_PER_PAGE,
    ...arrangement(choice),
  }
  return queryOptions({
    queryKey: ['members', report.key, query],
    queryFn: ({ signal }) => client.json<MemberPage>(`/api/reports/${report.key}/members`, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** A batch of prospects that the CRM can open. */
export interface ProspectBatch {
  propertyId: number
  leasingTeamId: number | null
  accessToken: string
  batchId: string
  prospectCount: number
}

/** Makes the prospects behind a number into batches for the CRM, one for each property. */
export function createProspectBatches(
  client: Client,
  report: ReportDefinition,
  state: ReportState,
  { row, column }: DrillDownTarget,
): Promise<ProspectBatch[]> {
  return client.json('/api/prospect-batches', {
    body: { report: report.key, params: apiParams(report, state), column, row, period: 'current' },
  })
}
