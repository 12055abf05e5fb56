import { ActionMenu, ErrorState, LoadingInline } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import { useAddress } from '../../app/useAddress'
import { viewSearch } from '../../state/address'
import { Dialog } from '../components/Dialog'
import { SubmitButton } from '../components/Form'
import classes from '../components/lists.module.css'
import { NameField } from '../components/NameField'
import { SavedItemHeader } from '../components/SavedItemHeader'
import { Starters } from '../components/Starters'
import LinkDialog from '../keys/LinkDialog'
import type { LinkKind } from '../keys/queries'
import { savedReports } from '../queries'
import SendDrawer from '../send/SendDrawer'
import type { SavedReport } from '../types'
import { useDeletion } from '../useDeletion'
import { useFormatMoment } from '../useFormatMoment'
import { useSharingMutation } from '../useSharingMutation'
import { savedReportAddress } from './savedAddress'
import { WorkbookDialog } from './WorkbookDialog'

/** The reader's saved reports: open, rename, duplicate, schedule, delete, restore. */
export function SavedList() {
  const { client } = useServices()
  const { push } = useAddress()
  const moment = useFormatMoment()
  const { data, error, isPending, refetch } = useQuery(savedReports(client))
  const deletion = useDeletion('/api/saved-reports', data)
  const [renaming, setRenaming] = useState<SavedReport | null>(null)
  const [linking, setLinking] = useState<{ item: SavedReport; kind: LinkKind } | null>(null)
  const [sending, setSending] = useState<readonly SavedReport[] | null>(null)
  const [exporting, setExporting] = useState(false)
  const [scheduling, setScheduling] = useState<SavedReport | null>(null)
  const duplicate = useSharingMutation(({ id }: SavedReport) =>
    client.json<SavedReport>(`/api/saved-reports/${id}/duplicate`, { body: {} }),
  )
  if (error) return <ErrorState message={error.message} retry={() => void refetch()} />
  if (isPending) return <LoadingInline label="Loading your saved reports" />
  const available = data.filter((item) => item.available)
  return (
    <>
      {deletion.notices}
      {data.length === 0 && (
        <Starters verb="Open" onStart={(report) => push(report.path, viewSearch(report))}>
          Nothing saved yet. Reports that you save open here with their filters as you left them.
        </Starters>
      )}
      {available.length > 1 && (
        <div className={blocks.buttons}>
          <Button variant="default" onClick={() => setExporting(true)}>
            Export several to Excel
          </Button>
        </div>
      )}
      {data.length > 0 && (
        <ul className={classes.list} aria-label="Saved reports">
          {data.map((item) => (
            <li key={item.id}>
              <SavedItemHeader
                item={item}
                href={savedReportAddress(item)}
                actions={
                  <ActionMenu
                    label={`Actions for ${item.name}`}
                    icon={<IconDots size={16} aria-hidden />}
                    compact
                    actions={[
                      { label: 'Rename', onSelect: () => setRenaming(item) },
                      { label: 'Duplicate', onSelect: () => duplicate.mutate(item) },
                      { label: 'Schedule', disabled: !item.available, onSelect: () => setScheduling(item) },
                      {
                        label: 'Link for guests',
                        disabled: !item.available,
                        onSelect: () => setLinking({ item, kind: 'guest' }),
                      },
                      {
                        label: 'Link for a spreadsheet',
                        disabled: !item.available,
                        onSelect: () => setLinking({ item, kind: 'sheet' }),
                      },
                      { label: 'Delete', onSelect: () => deletion.remove(item) },
                    ]}
                  />
                }
              >
                <p className={blocks.quiet}>Saved {moment(item.updatedAt)}</p>
              </SavedItemHeader>
            </li>
          ))}
        </ul>
      )}
      {exporting && (
        <WorkbookDialog
          reports={available}
          onSend={(chosen) => {
            setExporting(false)
            setSending(chosen)
          }}
          onClose={() => setExporting(false)}
        />
      )}
      {sending && <SendDrawer subject={{ workbook: sending }} start="weekly" onClose={() => setSending(null)} />}
      {renaming && <RenameDialog item={renaming} onClose={() => setRenaming(null)} />}
      {linking && <LinkDialog kind={linking.kind} subject={linking.item} onClose={() => setLinking(null)} />}
      {scheduling && <SendDrawer subject={{ saved: scheduling }} onClose={() => setScheduling(null)} />}
    </>
  )
}

function RenameDialog({ item, onClose }: { item: SavedReport; onClose: () => void }) {
  const { client } = useServices()
  const [name, setName] = useState(item.name)
  const rename = useSharingMutation(
    (chosen: string) => client.json(`/api/saved-reports/${item.id}`, { method: 'PUT', body: { name: chosen } }),
    onClose,
  )
  return (
    <Dialog title="Rename" onClose={onClose} onSubmit={() => rename.mutate(name.trim())}>
      <NameField value={name} onChange={setName} />
      <SubmitButton loading={rename.isPending} disabled={name.trim() === ''}>
        Rename
      </SubmitButton>
    </Dialog>
  )
}
