import type { InsightLink, ReportDefinition, ReportState } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { Button, Text } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { parseSearch, readAddress } from '../../state/address'
import { DailyMail } from '../recipients/DailyMail'

const SendDrawer = lazy(() => import('../send/SendDrawer'))
const MessageDialog = lazy(() => import('./MessageDialog'))

type Props =
  | { share: { report: ReportDefinition; state: ReportState } }
  | { message: { property: { id: number; name: string }; link: InsightLink } }

/** On the page that explains changes: the buttons to mail them, or one to write to a property's team about a number. */
export default function InsightAction(props: Props) {
  return 'share' in props ? <ShareFindings {...props.share} /> : <MessageProperty {...props.message} />
}

function ShareFindings({ report, state }: { report: ReportDefinition; state: ReportState }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <DailyMail />
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
        {opened && <SendDrawer subject={{ report, state, findings: true }} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  )
}

function MessageProperty({ property, link }: { property: { id: number; name: string }; link: InsightLink }) {
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
        {/* The finding says a long name in full. */}
        <Text span truncate inherit lh={1.5}>
          Message {property.name}
        </Text>
      </Button>
      <Suspense>
        {opened && (
          <MessageDialog report={report} state={state} propertyId={property.id} onClose={() => setOpened(false)} />
        )}
      </Suspense>
    </>
  )
}
