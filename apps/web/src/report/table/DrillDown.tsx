import type { MemberPage, ReportDefinition, ReportState } from '@leaselight/model'
import MemberDrawer from '@leaselight/ui/members'
import { Button, Modal } from '@mantine/core'
import { IconBell, IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { toAnswer } from '../../api/toAnswer'
import { useServices } from '../../app/Services'
import { useAlerts } from '../../state/AlertsProvider'
import { createProspectBatches, type DrillDownTarget, membersQuery, type ProspectBatch } from '../queries'
import classes from '../report.module.css'
import { useCrmAddress, usePersonInCrm } from '../usePersonInCrm'

const WatchDialog = lazy(() => import('../../sharing/watches/WatchDialog'))

interface Props {
  report: ReportDefinition
  state: ReportState
  target: DrillDownTarget
  title: string
  subtitle: string
  timeZone: string
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
  const { client } = useServices()
  const { add } = useAlerts()
  const [page, setPage] = useState(1)
  const [search, setSearch] = useState('')
  const [watching, setWatching] = useState(false)
  const [batches, setBatches] = useState<ProspectBatch[]>([])
  const members = useQuery(membersQuery(client, report, state, target, page, search.trim() !== ''))
  const column = report.columns[target.column]
  const addressOf = useCrmAddress()

  const handOver = useMutation({
    mutationFn: () => createProspectBatches(client, report, state, target),
    onSuccess: (made) => {
      const [first] = made
      if (!first) add({ type: 'info', message: 'There are no prospects behind this number.' })
      // One batch opens at once. Several would be blocked as pop-ups, so the reader opens each.
      else if (made.length === 1) window.open(addressOf(first), '_blank', 'noopener')
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
        opened
        onClose={onClose}
        page={members.data ?? null}
        onPage={setPage}
        search={search}
        onSearch={setSearch}
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
              <a href={addressOf(batch)} target="_blank" rel="noopener noreferrer" className="ll-focus">
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
