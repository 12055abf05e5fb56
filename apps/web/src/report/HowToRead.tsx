import type { ReportDefinition } from '@leaselight/model'
import { useIsPhone } from '@leaselight/ui'
import { ActionIcon, Button } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ReportResponse } from './queries'

const ReadingPanel = lazy(() => import('./ReadingPanel'))

const LABEL = 'How to read this'

interface Props {
  report: ReportDefinition
  /** Undefined before the first numbers. */
  response: ReportResponse | undefined
}

/** Explains the report: its question, one of its numbers as an example, and what each column means. */
export function HowToRead({ report, response }: Props) {
  const [opened, setOpened] = useState(false)
  const phone = useIsPhone()
  const button = {
    variant: 'subtle',
    color: 'gray',
    'aria-haspopup': 'dialog',
    disabled: !response,
    'data-no-print': true,
    onClick: () => setOpened(true),
  } as const
  return (
    <>
      {phone ? (
        // The question has the width.
        <ActionIcon {...button} aria-label={LABEL}>
          <IconHelpCircle size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      ) : (
        <Button {...button} size="compact-sm">
          {LABEL}
        </Button>
      )}
      {opened && response && (
        <Suspense>
          <ReadingPanel report={report} {...response} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
