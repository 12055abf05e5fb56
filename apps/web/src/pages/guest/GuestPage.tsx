import { collectMetadata, parseSavedState, type ReportResult } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { ErrorState, LoadingPage, NotFoundState } from '@leaselight/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/request'
import { failureText } from '../../api/retryDelay'
import { useServices } from '../../app/Services'
import { watchPrinting } from '../../report/export/print'
import { REPORT_FAILED } from '../../report/ReportError'
import { type GuestAnswer, GuestReport } from './GuestReport'
import classes from './guest.module.css'

/** What a guest link opens: one report to read, without an account. */
export default function GuestPage() {
  const { client } = useServices()
  // What follows the # is sent to no server. It stays in the address, so that a bookmark and a reload open the report again.
  const [secret] = useState(() => window.location.hash.slice(1))
  const answer = useQuery({
    queryKey: ['guest', secret],
    queryFn: ({ signal }) =>
      client.json<GuestAnswer<ReportResult>>('/api/guest/report', { secret: secret || '-', signal }),
  })
  useEffect(() => watchPrinting(localStorage), [])
  const name = answer.data?.name
  useEffect(() => {
    document.title = name ? `${name} · Leaselight` : 'Leaselight'
  }, [name])
  if (answer.isPending) return <LoadingPage label="Loading the report" />
  const report = answer.data && reportByKey(answer.data.report)
  if (answer.data && report) {
    const { state } = parseSavedState(report, answer.data.params)
    const result = collectMetadata(answer.data.result, Object.keys(report.metadata ?? {}))
    return <GuestReport guest={answer.data} report={report} state={state} result={result} secret={secret} />
  }
  const isClosed = answer.error instanceof ApiError && [401, 404].includes(answer.error.status)
  return (
    <main className={classes.alone}>
      {isClosed ? (
        <NotFoundState title="This link doesn’t work any more">
          It expired, or it was revoked. Ask the person who sent it for a new one.
        </NotFoundState>
      ) : (
        <ErrorState
          title={REPORT_FAILED}
          message={answer.error ? failureText(answer.error) : 'Try again.'}
          retry={() => void answer.refetch()}
        />
      )}
    </main>
  )
}
