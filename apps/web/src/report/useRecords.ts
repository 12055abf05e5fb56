import { isRecordList, type ReportDefinition, type ReportResult, type ReportState } from '@leaselight/model'
import type { RemoteRows } from '@leaselight/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { failureText } from '../api/retryDelay'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { apiParams } from '../state/address'
import { FIRST_RECORDS, type ListChoice, reportQuery } from './queries'

/**
 * How many records are fetched as a reader scrolls on. Each time the list is fetched from its beginning: a record that was
 * imported meanwhile then neither doubles nor hides another, and few readers get so far.
 */
const MOST = 10_000
const LIMITS = [FIRST_RECORDS.limit, 1_000, MOST]

/** The records of a list report that are shown: the first of them, and on request more, found, or sorted ones. */
export interface Records {
  result: ReportResult | undefined
  /** What the table asks for; undefined where it has all records. */
  remote: Omit<RemoteRows, 'whole'> | undefined
  /** The result with every record that the list shows, as found and sorted now. */
  whole: () => Promise<ReportResult>
}

/** Fetches the records of a list report beyond those that came with its numbers. */
export function useRecords(report: ReportDefinition, state: ReportState, first: ReportResult | undefined): Records {
  const { client } = useServices()
  const { today } = useGlobal()
  const queries = useQueryClient()
  const place = JSON.stringify([apiParams(report, state), today])
  const [chosen, setChosen] = useState({ place, choice: FIRST_RECORDS })
  // Another period or another filter begins with its first records again, found and sorted as before.
  const choice = { ...chosen.choice, ...(chosen.place !== place && { limit: FIRST_RECORDS.limit }) }
  const all = first?.length ?? 0
  const isPart = isRecordList(report) && first !== undefined && all > first.rows.length
  const asks = isPart && (choice.limit > FIRST_RECORDS.limit || choice.find !== '' || choice.sort !== null)
  const query = useQuery({ ...reportQuery(client, report, state, today, {}, choice), enabled: asks })
  const choose = (change: Partial<ListChoice>) => setChosen({ place, choice: { ...choice, ...change } })
  const whole = async (): Promise<ReportResult> => {
    const { queryKey, queryFn } = reportQuery(client, report, state, today, {}, { ...choice, limit: MOST })
    return (await queries.fetchQuery({ queryKey, queryFn })).result
  }
  // Until more of them have come, the first ones stay.
  const shown = asks && query.data ? query.data.result : first
  // The same object while the same records are shown: ten thousand of them would be written anew with every key in Find.
  const result = useMemo(
    () => (isPart && first && shown ? { ...first, rows: shown.rows } : first),
    [isPart, first, shown],
  )
  if (!isPart || !shown) return { result, remote: undefined, whole }
  const isWaiting = asks && query.isFetching && (query.isPlaceholderData || !query.data)
  return {
    result,
    remote: {
      length: shown.length ?? shown.rows.length,
      all,
      loading: isWaiting,
      // What is found or sorted replaces what is shown, and more of it does not.
      replacing: isWaiting && choice.limit === FIRST_RECORDS.limit,
      error: asks && query.error ? { message: failureText(query.error), retry: () => void query.refetch() } : null,
      more: () => {
        if (!isWaiting) choose({ limit: LIMITS.find((limit) => limit > choice.limit) ?? MOST })
      },
      arrange: (sort, find) => choose({ sort, find, limit: FIRST_RECORDS.limit }),
    },
    whole,
  }
}
