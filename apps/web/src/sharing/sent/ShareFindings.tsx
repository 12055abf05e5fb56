import type { ReportDefinition, ReportState } from '@leaselight/model'
import { Button } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

const ShareDialog = lazy(() => import('./ShareDialog'))

/** A button to mail what changed, with its explanation. */
export default function ShareFindings({ report, state }: { report: ReportDefinition; state: ReportState }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconShare size={16} stroke={1.5} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        Share these findings
      </Button>
      <Suspense>
        {opened && <ShareDialog report={report} state={state} findings onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  )
}
