import { initialState, type ReportDefinition } from '@leaselight/model'
import { ErrorState, LoadingInline } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import { apiParams } from '../../state/address'
import { Dialog } from '../components/Dialog'
import { SubmitButton } from '../components/Form'
import classes from '../components/lists.module.css'
import { Starters } from '../components/Starters'
import { useFormatMoment } from '../useFormatMoment'
import { useSharingMutation } from '../useSharingMutation'
import { KeyDialog } from './KeyDialog'
import LinkDialog from './LinkDialog'
import { type AccessKey, accessKeys } from './queries'
import { WebhooksList } from './WebhooksList'

/** The reader's own API keys and links: make a key, see what each opens and when it was used, revoke. */
export function KeysList() {
  const { client } = useServices()
  const { data, error, isPending, refetch } = useQuery(accessKeys(client))
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<AccessKey | null>(null)
  const [started, setStarted] = useState<ReportDefinition | null>(null)
  if (error) return <ErrorState message={error.message} retry={() => void refetch()} />
  if (isPending) return <LoadingInline label="Loading your links and keys" />
  return (
    <>
      {data.length === 0 && (
        <Starters verb="Share" onStart={setStarted}>
          No links yet. Links that open a report without an account appear here.
        </Starters>
      )}
      <div className={classes.keysHead}>
        <p className={blocks.about}>
          {data.length === 0
            ? 'An API key lets a program read the reports that you can see.'
            : 'Links and keys show what you can see at the time they are used. To make a link, open a report and choose one from the Send menu.'}
        </p>
        <Button variant="default" onClick={() => setMaking(true)}>
          New API key
        </Button>
      </div>
      {data.length > 0 && (
        <ul className={classes.list} aria-label="Links and keys">
          {data.map((item) => (
            <li key={item.id}>
              <KeyItem item={item} onRevoke={() => setRevoking(item)} />
            </li>
          ))}
        </ul>
      )}
      <WebhooksList />
      {making && <KeyDialog onClose={() => setMaking(false)} />}
      {started && (
        <LinkDialog
          kind="guest"
          subject={{ name: started.title, report: started.key, params: apiParams(started, initialState(started)) }}
          onClose={() => setStarted(null)}
        />
      )}
      {revoking && <RevokeDialog item={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

const kinds: Record<AccessKey['kind'], string> = {
  api: 'API key',
  guest: 'Link for guests',
  sheet: 'Link for a spreadsheet',
}

function KeyItem({ item, onRevoke }: { item: AccessKey; onRevoke: () => void }) {
  const moment = useFormatMoment()
  const { name, kind, ending, mayImport, masked, report, expired, createdAt, expiresAt, lastUsedAt } = item
  const what = [
    `${kinds[kind]} ending in ${ending}`,
    kind === 'api' && (mayImport ? 'reads reports and imports' : 'reads reports'),
    report?.title,
    ...(report?.inWords ?? []),
    masked && 'sample names',
  ]
  return (
    <div className={classes.item}>
      <div className={classes.itemWords}>
        <h2 className={classes.itemName}>{name}</h2>
        <p className={blocks.quiet}>{what.filter(Boolean).join(' · ')}</p>
        {report && !report.available && (
          <p className={classes.warning}>You don’t have access to this report any more, so the link shows nothing.</p>
        )}
        {expired ? (
          <p className={classes.warning}>Expired {moment(expiresAt)}</p>
        ) : (
          <p className={blocks.quiet}>Expires {moment(expiresAt)}</p>
        )}
        <p className={blocks.quiet}>
          Created {moment(createdAt)}, {lastUsedAt ? `last used ${moment(lastUsedAt)}` : 'never used'}
        </p>
      </div>
      <div className={classes.itemActions}>
        <Button size="compact-sm" variant="subtle" color="red" onClick={onRevoke}>
          Revoke<span className="ll-spoken"> {name}</span>
        </Button>
      </div>
    </div>
  )
}

function RevokeDialog({ item: { id, name }, onClose }: { item: AccessKey; onClose: () => void }) {
  const { client } = useServices()
  const revoke = useSharingMutation(() => client.json(`/api/keys/${id}`, { method: 'DELETE' }), onClose, {
    isToldInForm: true,
  })
  return (
    <Dialog
      title={`Revoke “${name}”?`}
      onClose={onClose}
      failure={revoke.error}
      onSubmit={() => revoke.mutate(undefined)}
    >
      <p>It stops working at once, for everyone who has it. This can’t be undone.</p>
      <SubmitButton color="red" loading={revoke.isPending}>
        Revoke
      </SubmitButton>
    </Dialog>
  )
}
