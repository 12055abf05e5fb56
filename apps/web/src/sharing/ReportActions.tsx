import { addressParams, type ReportDefinition, type ReportState, stringifySearch } from '@leaselight/model'
import { type Action, ActionMenu, useIsPhone } from '@leaselight/ui'
import { ActionIcon, Button } from '@mantine/core'
import { IconBookmark, IconDots, IconLink, IconMail, IconMessage, IconShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { ExportMenu } from '../report/export/ExportMenu'
import { useAlerts } from '../state/AlertsProvider'

const SaveDialog = lazy(() => import('./saved/SaveDialog'))
const SendDrawer = lazy(() => import('./send/SendDrawer'))
const MessageDialog = lazy(() => import('./sent/MessageDialog'))

interface Props {
  report: ReportDefinition
  state: ReportState
}

type DialogName = 'save' | 'send' | 'message'

const iconProps = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

/** Actions on the open report: save, share, export, send. Side by side, or in one menu on a phone. */
export default function ReportActions({ report, state }: Props) {
  const phone = useIsPhone()
  const { add } = useAlerts()
  const [opened, setOpened] = useState<DialogName | null>(null)
  const close = () => setOpened(null)

  const copy = () => {
    const link = window.location.origin + report.path + stringifySearch(addressParams(report, state))
    // Without https, browsers deny pages the clipboard. The address bar has the same link.
    const copied = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))
    copied.then(
      () => add({ type: 'success', message: 'The link is copied. It opens this report with these filters.' }),
      () => add({ type: 'warning', message: 'The link could not be copied. Copy it from the address bar instead.' }),
    )
  }
  const save: Action = { label: 'Save', icon: <IconBookmark {...iconProps} />, onSelect: () => setOpened('save') }
  const sharing: Action[] = [
    { label: 'Copy the link', icon: <IconLink {...iconProps} />, onSelect: copy },
    { label: 'Message the team', icon: <IconMessage {...iconProps} />, onSelect: () => setOpened('message') },
  ]
  return (
    <>
      {phone ? (
        <ActionMenu label="More" compact icon={<IconDots {...iconProps} size={20} />} actions={[save, ...sharing]} />
      ) : (
        <>
          <Button variant="default" leftSection={save.icon} aria-haspopup="dialog" onClick={save.onSelect}>
            {save.label}
          </Button>
          <ActionMenu label="Share" icon={<IconShare {...iconProps} />} actions={sharing} />
        </>
      )}
      <ExportMenu report={report} state={state} compact={phone} />
      {phone ? (
        <ActionIcon size={44} aria-label="Send" aria-haspopup="dialog" onClick={() => setOpened('send')}>
          <IconMail {...iconProps} size={20} />
        </ActionIcon>
      ) : (
        <Button leftSection={<IconMail {...iconProps} />} aria-haspopup="dialog" onClick={() => setOpened('send')}>
          Send
        </Button>
      )}
      <Suspense>
        {opened === 'save' && <SaveDialog report={report} state={state} onClose={close} />}
        {opened === 'send' && <SendDrawer subject={{ report, state }} onClose={close} />}
        {opened === 'message' && <MessageDialog report={report} state={state} onClose={close} />}
      </Suspense>
    </>
  )
}
