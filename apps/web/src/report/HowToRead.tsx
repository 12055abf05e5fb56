import type { ReportDefinition } from '@leaselight/model'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { ReportResponse } from './queries'

const ReadingPanel = lazy(() => import('./ReadingPanel'))

interface Props {
  report: ReportDefinition
  /** Undefined before the first numbers. */
  response: ReportResponse | undefined
}

/** Explains the report: its question, one of its numbers as an example, and what each column means. */
export function HowToRead({ report, response }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-haspopup="dialog"
        disabled={!response}
        data-no-print
        onClick={() => setOpened(true)}
      >
        How to read this
      </Button>
      {opened && response && (
        <Suspense>
          <ReadingPanel report={report} {...response} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
