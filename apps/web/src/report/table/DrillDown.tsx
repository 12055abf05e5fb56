import {
  type DateStyle,
  type Day,
  daysOfState,
  type MemberPage,
  type ReportDefinition,
  type ReportState,
} from '@leaselight/model'
import MemberDrawer from '@leaselight/ui/members'
import { Button, Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBell, IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { toAnswer } from '../../api/toAnswer'
import { useServices } from '../../app/Services'
import { useOpenSibling } from '../../app/useOpenSibling'
import { useAlerts } from '../../state/AlertsProvider'
import {
  createProspectBatches,
  type DrillDownTarget,
  type MemberChoice,
  membersQuery,
  type ProspectBatch,
} from '../queries'
import classes from '../report.module.css'
import { prospectsPath, usePersonInCrm } from '../usePersonInCrm'

const WatchDialog = lazy(() => import('../../sharing/watches/WatchDialog'))

/** A pause in typing after which the list is searched. */
const TYPING_MS = 250

/** The button that opens a link in a new tab. */
const MIDDLE_BUTTON = 1

interface Props {
  report: ReportDefinition
  state: ReportState
  target: DrillDownTarget
  title: string
  dates: DateStyle & { today: Day }
  propertyName: (id: number) => string
  /** Opened to look at while the page stays in use. */
  preview: boolean
  onClose: () => void
}

/**
 * A list in a sentence: "27 leads, 9 people still wait for an answer". Where the number doesn't count the records, what
 * they are instead. Empty where no one waits.
 */
function sentenceOf({ about, total, waiting }: MemberPage, label: string): string | undefined {
  if (about !== null) return about
  if (!waiting) return undefined
  const people = waiting === 1 ? '1 person still waits' : `${waiting.toLocaleString('en-US')} people still wait`
  return `${total.toLocaleString('en-US')} ${label.toLowerCase()}, ${people} for an answer`
}

/** The records behind a number, with links to their people in the CRM. Loaded when a number is first opened. */
export default function DrillDown({ report, state, target, propertyName, onClose, ...labels }: Props) {
  const { client, config } = useServices()
  const { add } = useAlerts()
  const [choice, setChoice] = useState<Pick<MemberChoice, 'page' | 'sort'>>({ page: 1, sort: null })
  const [search, setSearch] = useState('')
  const [find] = useDebouncedValue(search.trim(), TYPING_MS)
  const [watching, setWatching] = useState(false)
  const [batches, setBatches] = useState<ProspectBatch[]>([])
  const members = useQuery(membersQuery(client, report, state, target, { ...choice, find }))
  const column = report.columns[target.column]
  const { openCrm } = useOpenSibling()

  const handOver = useMutation({
    mutationFn: () => createProspectBatches(client, report, state, target),
    onSuccess: (made) => {
      const [first] = made
      if (!first) add({ type: 'info', message: 'There are no prospects behind this number.' })
      // One batch opens at once. Several would be blocked as pop-ups, so the reader opens each.
      else if (made.length === 1) openCrm(prospectsPath(first))
      else setBatches(made)
    },
    onError: (error) => add({ type: 'error', message: error.message }),
  })
  const openPerson = usePersonInCrm()
  const exporting = useMutation({
    mutationFn: async () => {
      const { downloadMembers } = await import('../export/download')
      await downloadMembers(client, report, state, target)
    },
    onError: (error) => add({ type: 'error', message: `The CSV could not be made. ${error.message}` }),
  })
  const found = toAnswer(members)
  const hasPeople = found.is === 'here' && found.data.rows.some(({ prospectId }) => typeof prospectId === 'number')

  return (
    <>
      <MemberDrawer
        {...labels}
        subtitle={daysOfState(report, state, labels.dates.today)}
        opened
        onClose={onClose}
        page={members.data ?? null}
        onPage={(page) => setChoice({ ...choice, page })}
        sort={choice.sort}
        onSort={(sort) => setChoice({ page: 1, sort })}
        search={search}
        found={find}
        onSearch={(text) => {
          setSearch(text)
          setChoice({ ...choice, page: 1 })
        }}
        sentence={members.data && sentenceOf(members.data, column?.label ?? '')}
        onPerson={hasPeople ? openPerson : undefined}
        onExport={() => exporting.mutate()}
        exporting={exporting.isPending}
        loading={members.isPlaceholderData}
        error={members.error?.message ?? null}
        retry={() => void members.refetch()}
        onOpenInCrm={hasPeople ? () => handOver.mutate() : undefined}
        openingInCrm={handOver.isPending}
        actions={
          <Button
            variant="default"
            leftSection={<IconBell size={14} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setWatching(true)}
          >
            Watch this number
          </Button>
        }
      />
      {watching && (
        <Suspense>
          <WatchDialog
            subject={{ report, state, column: target.column, row: target.row }}
            onClose={() => setWatching(false)}
          />
        </Suspense>
      )}
      <Modal
        opened={batches.length > 0}
        onClose={() => setBatches([])}
        title="Open in CRM"
        size={340}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <p className={classes.batchesAbout}>The CRM opens one property at a time.</p>
        <ul className={classes.batches}>
          {batches.map((batch) => (
            <li key={batch.batchId}>
              <a
                // For copying; every click brings the session along, which must not be in a link.
                href={config.crmWebUrl + prospectsPath(batch)}
                className="ll-focus"
                onClick={(event) => {
                  event.preventDefault()
                  openCrm(prospectsPath(batch))
                }}
                onAuxClick={(event) => {
                  if (event.button !== MIDDLE_BUTTON) return
                  event.preventDefault()
                  openCrm(prospectsPath(batch))
                }}
              >
                <span>{propertyName(batch.propertyId)}</span>
                <span className="ll-number">{batch.prospectCount.toLocaleString('en-US')}</span>
                <IconExternalLink size={14} aria-hidden />
              </a>
            </li>
          ))}
        </ul>
      </Modal>
    </>
  )
}
