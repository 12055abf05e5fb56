import type { InsightLink } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { parseSearch, readAddress } from '../../state/address'

const MessageDialog = lazy(() => import('./MessageDialog'))

interface Props {
  property: { id: number; name: string }
  /** What the message is about. */
  link: InsightLink
}

/** A button to write to a property's leasing team about a number. */
export default function MessageProperty({ property, link }: Props) {
  const [opened, setOpened] = useState(false)
  const report = reportByKey(link.report)
  const state = useMemo(
    () => report && readAddress(report, parseSearch(link.href.split('?')[1] ?? '')),
    [report, link.href],
  )
  if (!report || !state) return null
  return (
    <>
      <Button variant="transparent" h={24} p={0} fz="sm" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        Message {property.name}
      </Button>
      <Suspense>
        {opened && (
          <MessageDialog report={report} state={state} propertyId={property.id} onClose={() => setOpened(false)} />
        )}
      </Suspense>
    </>
  )
}
