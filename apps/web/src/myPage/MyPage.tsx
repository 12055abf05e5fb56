import { initialState, MY_PAGE, type ReportDefinition } from '@leaselight/model'
import { ErrorState, LoadingInline, PageHeader } from '@leaselight/ui'
import { Button, Switch } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import blocks from '../app/blocks.module.css'
import { useServices } from '../app/Services'
import { FirstNumber } from '../sharing/components/FirstNumber'
import { Starters } from '../sharing/components/Starters'
import { useDeletion } from '../sharing/useDeletion'
import { useSharingMutation } from '../sharing/useSharingMutation'
import { apiParams } from '../state/address'
import classes from './myPage.module.css'
import { inOrder, moved } from './order'
import { PinCard } from './PinCard'
import { addPin, myPage, orderPins, type MyPage as Page, PINS, setStartPage } from './queries'
import { RenamePinDialog } from './RenamePinDialog'
import { NARROW, rowSizes, WIDE } from './rows'

const SendDrawer = lazy(() => import('../sharing/send/SendDrawer'))

/** What the reader pinned of any report, in an order of their own. */
export default function MyPage() {
  const { client } = useServices()
  const { data, error, refetch } = useQuery(myPage(client))
  useEffect(() => {
    document.title = 'My page · Leaselight'
  }, [])
  return (
    <>
      <PageHeader
        title="My page"
        question="The numbers, charts and findings you pinned"
        actions={data && <PageActions page={data} />}
      />
      {data ? (
        <Pins page={data} />
      ) : error ? (
        <ErrorState message={error.message} retry={() => void refetch()} />
      ) : (
        <LoadingInline label="Loading your pins" />
      )}
    </>
  )
}

function PageActions({ page }: { page: Page }) {
  const [isSending, setSending] = useState(false)
  return (
    <span className={classes.actions} data-no-print>
      <StartSwitch isStart={page.startPage} />
      {page.pins.length > 0 && (
        <Button
          leftSection={<IconMail size={16} stroke={1.5} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setSending(true)}
        >
          Send
        </Button>
      )}
      {isSending && (
        <Suspense>
          <SendDrawer subject={{ page: MY_PAGE }} onClose={() => setSending(false)} />
        </Suspense>
      )}
    </span>
  )
}

function StartSwitch({ isStart }: { isStart: boolean }) {
  const { client } = useServices()
  const start = useSharingMutation((wanted: boolean) => setStartPage(client, wanted))
  return (
    <Switch
      label="Start page"
      checked={start.isPending ? start.variables : isStart}
      onChange={({ currentTarget }) => start.mutate(currentTarget.checked)}
    />
  )
}

function Pins({ page: { pins: stored, most } }: { page: Page }) {
  const { client } = useServices()
  const [dragged, setDragged] = useState<string | null>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const order = useSharingMutation((ids: string[]) => orderPins(client, ids))
  // The new order shows at once, whatever comes from before it; the server's answer confirms it or takes it back.
  const pins = order.isPending ? inOrder(stored, order.variables) : stored
  const named = pins.map((pin) => ({ ...pin, name: pin.name ?? pin.label }))
  const deletion = useDeletion(PINS, named)
  const move = (id: string, to: number) =>
    order.mutate(
      moved(
        pins.map((pin) => pin.id),
        id,
        to,
      ),
    )
  const kinds = pins.map(({ kind }) => kind)
  const [wide, narrow] = [rowSizes(kinds, WIDE), rowSizes(kinds, NARROW)]
  const renamed = pins.find(({ id }) => id === renaming)
  return (
    <>
      {deletion.notices}
      {pins.length === 0 ? (
        <NothingPinned />
      ) : (
        <ol className={classes.pins} aria-label="Pins">
          {pins.map((pin, index) => (
            <PinCard
              key={pin.id}
              pin={pin}
              index={index}
              count={pins.length}
              row={{ wide: wide[index], narrow: narrow[index] }}
              isDragged={dragged === pin.id}
              onDrag={(isOn) => setDragged(isOn ? pin.id : null)}
              onDrop={() => {
                if (dragged !== null && dragged !== pin.id) move(dragged, index)
                setDragged(null)
              }}
              onMove={(by) => move(pin.id, index + by)}
              onRename={() => setRenaming(pin.id)}
              onRemove={() => deletion.remove({ ...pin, name: pin.name ?? pin.label })}
            />
          ))}
        </ol>
      )}
      {pins.length >= most && (
        <p className={blocks.quiet}>My page is full: it has {most} pins. Remove one to pin another.</p>
      )}
      {renamed && <RenamePinDialog pin={renamed} onClose={() => setRenaming(null)} />}
    </>
  )
}

function NothingPinned() {
  const { client } = useServices()
  const pin = useSharingMutation((report: ReportDefinition) =>
    addPin(client, {
      report: report.key,
      params: apiParams(report, initialState(report)),
      kind: 'number',
      item: report.tiles[0] ?? '',
    }),
  )
  return (
    <Starters verb="Pin" onStart={(report) => pin.mutate(report)} preview={(report) => <FirstNumber report={report} />}>
      Nothing pinned yet. Numbers, charts and findings that you pin in any report appear here, always up to date.
    </Starters>
  )
}
