import { ErrorState, NotFoundState } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { ApiError } from '../api/request'
import { failureText } from '../api/retryDelay'

/** The title wherever a report's numbers could not be loaded. */
export const REPORT_FAILED = 'We couldn’t load this report'

/** What support finds a failure of the server by. */
const codeOf = (error: Error): string | undefined =>
  error instanceof ApiError && error.status >= 500
    ? [`Error ${error.status}`, error.requestId].filter(Boolean).join(' · ')
    : undefined

interface Props {
  error: Error
  retry: () => void
  onReset: () => void
}

/** In place of a report's numbers: why they could not be loaded, and what to do. */
export function ReportError({ error, retry, onReset }: Props) {
  const reset = (
    <Button variant="default" onClick={onReset}>
      Reset filters
    </Button>
  )
  if (error instanceof ApiError && error.status === 404)
    return (
      <NotFoundState title={REPORT_FAILED} action={reset} heading="h2">
        Part of this link doesn’t exist, or you don’t have access to it. {error.message}
      </NotFoundState>
    )
  if (error instanceof ApiError && error.status === 400)
    return <ErrorState title={REPORT_FAILED} message={error.message} action={reset} />
  return <ErrorState title={REPORT_FAILED} message={failureText(error)} code={codeOf(error)} retry={retry} />
}
