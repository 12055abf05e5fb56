import { addressParams, type ReportDefinition, type ReportState, stringifySearch } from '@leaselight/model'
import { type Action, SplitButton, useIsPhone } from '@leaselight/ui'
import { ActionIcon, Button } from '@mantine/core'
import {
  IconCalendarRepeat,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconLink,
  IconMail,
  IconMessage,
  IconPrinter,
  IconStar,
  IconTable,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useGlobal } from '../app/Global'
import { printPage } from '../report/export/print'
import { useExport } from '../report/export/useExport'
import { useAlerts } from '../state/AlertsProvider'
import type { SendStart } from './send/useSendForm'

const SaveDialog = lazy(() => import('./saved/SaveDialog'))
const SendDrawer = lazy(() => import('./send/SendDrawer'))
const MessageDialog = lazy(() => import('./sent/MessageDialog'))

interface Props {
  report: ReportDefinition
  state: ReportState
}

type Opened = 'save' | 'message' | { send: SendStart }

const iconProps = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

/** What can be done with the open report: save it, or send it, which includes every form it leaves the product in. */
export default function ReportActions({ report, state }: Props) {
  const phone = useIsPhone()
  const { propertiesForReport } = useGlobal()
  const { add } = useAlerts()
  const [opened, setOpened] = useState<Opened | null>(null)
  const { download, progress } = useExport(report, state)
  const close = () => setOpened(null)
  const send = (start: SendStart) => () => setOpened({ send: start })

  const copy = () => {
    const link = window.location.origin + report.path + stringifySearch(addressParams(report, state))
    // Without https, browsers deny pages the clipboard. The address bar has the same link.
    const copied = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))
    copied.then(
      () => add({ type: 'success', message: 'The link is copied. It opens this report with these filters.' }),
      () => add({ type: 'warning', message: 'The link could not be copied. Copy it from the address bar instead.' }),
    )
  }
  const pages = report.sheet ? propertiesForReport(report).length : 0
  const ways: Action[] = [
    { section: 'Mail', label: 'Mail now', icon: <IconMail {...iconProps} />, onSelect: send('now') },
    { label: 'Every Monday…', icon: <IconCalendarRepeat {...iconProps} />, onSelect: send('weekly') },
    ...(pages > 1
      ? [
          {
            label: 'Every Monday, all properties…',
            icon: <IconCalendarRepeat {...iconProps} />,
            hint: `A page for each of ${pages}`,
            onSelect: send('weekly-pages'),
          },
        ]
      : []),
    { section: 'Share', label: 'Copy the link', icon: <IconLink {...iconProps} />, onSelect: copy },
    { label: 'Message the team', icon: <IconMessage {...iconProps} />, onSelect: () => setOpened('message') },
    {
      section: 'Export',
      label: 'PDF',
      icon: <IconFileTypePdf {...iconProps} />,
      hint: 'Laid out for paper',
      onSelect: () => void download('pdf'),
    },
    {
      label: 'CSV',
      icon: <IconFileTypeCsv {...iconProps} />,
      hint: 'Every row, with definitions below',
      onSelect: () => void download('csv'),
    },
    {
      label: 'CSV, table only',
      icon: <IconTable {...iconProps} />,
      hint: 'For pivot tables and programs',
      onSelect: () => void download('plain'),
    },
    { label: 'Print this page', icon: <IconPrinter {...iconProps} />, onSelect: () => void printPage() },
  ]
  const star = <IconStar {...iconProps} />
  const openSave = () => setOpened('save')
  return (
    <>
      {phone ? (
        <ActionIcon variant="default" size={44} aria-label="Save" aria-haspopup="dialog" onClick={openSave}>
          {star}
        </ActionIcon>
      ) : (
        <Button variant="subtle" color="gray" leftSection={star} aria-haspopup="dialog" onClick={openSave}>
          Save
        </Button>
      )}
      <SplitButton
        label="Send"
        icon={<IconMail {...iconProps} />}
        onClick={send('now')}
        menuLabel="More ways to send"
        actions={ways}
      />
      {progress}
      <Suspense>
        {opened === 'save' && <SaveDialog report={report} state={state} onClose={close} />}
        {opened === 'message' && <MessageDialog report={report} state={state} onClose={close} />}
        {typeof opened === 'object' && opened && (
          <SendDrawer subject={{ report, state }} start={opened.send} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
