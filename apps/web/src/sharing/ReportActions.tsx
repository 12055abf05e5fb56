import type { ReportDefinition, ReportState } from '@leaselight/model'
import { LoadingInline, SplitButton, useIsPhone } from '@leaselight/ui'
import { ActionIcon, Button } from '@mantine/core'
import { IconMail, IconStar } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { useExport } from '../report/export/useExport'
import { apiParams } from '../state/address'
import type { LinkKind } from './keys/queries'
import type { SendStart } from './send/useSendForm'

/** As large as the buttons beside it: a size in pixels grows with a phone's letters. */
const TOUCH = { w: 'var(--ll-touch)', h: 'var(--ll-touch)', miw: 'var(--ll-touch)' }

const LinkDialog = lazy(() => import('./keys/LinkDialog'))
const SaveDialog = lazy(() => import('./saved/SaveDialog'))
const SendDrawer = lazy(() => import('./send/SendDrawer'))
const SendWays = lazy(() => import('./send/SendWays'))
const MessageDialog = lazy(() => import('./sent/MessageDialog'))

interface Props {
  report: ReportDefinition
  state: ReportState
  /** Keys of the rows whose inner rows show, and so on paper. */
  openedRows: Readonly<RefObject<ReadonlySet<string>>>
}

type Opened = 'save' | 'message' | { send: SendStart } | { link: LinkKind }

const iconProps = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

/** What can be done with the open report: save it, or send it, which includes every form it leaves the product in. */
export default function ReportActions({ report, state, openedRows }: Props) {
  const phone = useIsPhone()
  const [opened, setOpened] = useState<Opened | null>(null)
  const { download, progress } = useExport(report, state, openedRows)
  const close = () => setOpened(null)
  const star = <IconStar {...iconProps} />
  const openSave = () => setOpened('save')
  return (
    <>
      {phone ? (
        <ActionIcon variant="default" {...TOUCH} aria-label="Save" aria-haspopup="dialog" onClick={openSave}>
          {star}
        </ActionIcon>
      ) : (
        <Button variant="subtle" color="gray" leftSection={star} aria-haspopup="dialog" onClick={openSave}>
          Save
        </Button>
      )}
      <SplitButton
        label="Send"
        compact={phone}
        icon={<IconMail {...iconProps} />}
        onClick={() => setOpened({ send: 'now' })}
        menuLabel="More ways to send"
        menu={
          <Suspense fallback={<LoadingInline />}>
            <SendWays
              report={report}
              state={state}
              onSend={(send) => setOpened({ send })}
              onMessage={() => setOpened('message')}
              onExport={(format) => void download(format)}
              onLink={(link) => setOpened({ link })}
            />
          </Suspense>
        }
      />
      {progress}
      <Suspense>
        {opened === 'save' && <SaveDialog report={report} state={state} onClose={close} />}
        {opened === 'message' && <MessageDialog report={report} state={state} onClose={close} />}
        {typeof opened === 'object' && opened && 'send' in opened && (
          <SendDrawer subject={{ report, state }} start={opened.send} onClose={close} />
        )}
        {typeof opened === 'object' && opened && 'link' in opened && (
          <LinkDialog
            kind={opened.link}
            subject={{ name: report.title, report: report.key, params: apiParams(report, state) }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
