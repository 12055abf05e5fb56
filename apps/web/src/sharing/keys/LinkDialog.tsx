import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import { Dialog, DialogFrame } from '../components/Dialog'
import { SubmitButton } from '../components/Form'
import form from '../components/form.module.css'
import { NameField } from '../components/NameField'
import { ShownOnce } from '../components/ShownOnce'
import { useSharingMutation } from '../useSharingMutation'
import { ExpiryInput } from './ExpiryInput'
import type { LinkKind } from './queries'

interface Props {
  kind: LinkKind
  /** The report and its parameters that the link opens. */
  subject: { name: string; report: string; params: Record<string, string> }
  onClose: () => void
}

const titles: Record<LinkKind, string> = { guest: 'Link for guests', sheet: 'Link for a spreadsheet' }

const explanations: Record<LinkKind, string> = {
  guest:
    'Anyone with this link can read this report, without an account. It shows what you can see on the day it is opened.',
  sheet:
    'Spreadsheets load this report from the link, with the numbers of that moment. Anyone with the link can read it.',
}

/** Makes a link to a report, and shows it once. */
export default function LinkDialog({ kind, subject, onClose }: Props) {
  const { client } = useServices()
  const [name, setName] = useState(subject.name)
  const [days, setDays] = useState(30)
  const [masked, setMasked] = useState(false)
  const make = useSharingMutation(
    () => {
      const { report, params } = subject
      const body = { kind, name: name.trim(), report, params, masked, expiresInDays: days }
      return client.json<{ address: string }>('/api/keys/links', { body })
    },
    undefined,
    { isToldInForm: true },
  )
  if (make.data)
    return (
      <DialogFrame title={titles[kind]} onClose={onClose}>
        <div className={form.form}>
          <ShownOnce label="Link" value={make.data.address} copy="Copy link" />
          {kind === 'sheet' && (
            <ShownOnce
              label="Formula for Google Sheets"
              value={`=IMPORTDATA("${make.data.address}")`}
              copy="Copy formula"
            />
          )}
          {kind === 'sheet' && (
            <p className={blocks.quiet}>In Excel, choose Data, then From Web, and paste the link.</p>
          )}
          <p className={blocks.quiet}>Revoke it any time under My reports, Links.</p>
          <Button fullWidth onClick={onClose}>
            Done
          </Button>
        </div>
      </DialogFrame>
    )
  return (
    <Dialog title={titles[kind]} onClose={onClose} failure={make.error} onSubmit={() => make.mutate(undefined)}>
      <p className={blocks.quiet}>{explanations[kind]}</p>
      <NameField value={name} onChange={setName} />
      <ExpiryInput value={days} onChange={setDays} />
      <Checkbox
        label="Use sample names"
        description="Properties and people appear under made-up names."
        checked={masked}
        onChange={({ currentTarget }) => setMasked(currentTarget.checked)}
      />
      <SubmitButton loading={make.isPending} disabled={name.trim() === ''}>
        Create link
      </SubmitButton>
    </Dialog>
  )
}
