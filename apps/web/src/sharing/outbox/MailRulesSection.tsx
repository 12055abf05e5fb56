import { joinWithAnd } from '@leaselight/model'
import { FailedLine } from '@leaselight/ui'
import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../app/Services'
import { useAlerts } from '../../state/AlertsProvider'
import { Dialog } from '../components/Dialog'
import { SubmitButton } from '../components/Form'
import { mailRules } from '../queries'
import type { MailRules } from '../types'
import { useSharingMutation } from '../useSharingMutation'
import classes from './page.module.css'

/** Whom the company allows its reports to be sent to, with a form to change that. */
export function MailRulesSection() {
  const { client } = useServices()
  const { data, error, refetch } = useQuery(mailRules(client))
  const [changing, setChanging] = useState(false)
  if (error) return <FailedLine what="the email rules" message={error.message} retry={() => void refetch()} />
  if (!data) return null
  return (
    <div className={classes.rules}>
      {describeRules(data)}
      <Button size="compact-sm" variant="subtle" onClick={() => setChanging(true)}>
        Change<span className="ll-spoken"> who can get email</span>
      </Button>
      {changing && <MailRulesDialog rules={data} onClose={() => setChanging(false)} />}
    </div>
  )
}

function describeRules({ outside, domains }: MailRules): string {
  if (outside === 'anyone') return 'Reports may be sent to colleagues and to anyone outside the company.'
  if (domains.length === 0) return 'Reports may be sent to colleagues only.'
  return `Reports may be sent to colleagues and to addresses at ${joinWithAnd(domains)}.`
}

function MailRulesDialog({ rules, onClose }: { rules: MailRules; onClose: () => void }) {
  const { client } = useServices()
  const { add } = useAlerts()
  const [limited, setLimited] = useState(rules.outside === 'listed')
  const [text, setText] = useState(rules.domains.join('\n'))
  const save = useSharingMutation(
    () =>
      client.json<MailRules>('/api/mail-rules', {
        method: 'PUT',
        body: { outside: limited ? 'listed' : 'anyone', domains: text.split(/[\s,;]+/).filter(Boolean) },
      }),
    (fresh) => {
      add({ type: 'success', message: describeRules(fresh) })
      onClose()
    },
  )
  return (
    <Dialog title="Who can get email" onClose={onClose} onSubmit={() => save.mutate(undefined)}>
      <fieldset>
        <legend>Outside the company</legend>
        <label className={classes.choice}>
          <input type="radio" name="outside" checked={!limited} onChange={() => setLimited(false)} />
          Anyone
        </label>
        <label className={classes.choice}>
          <input type="radio" name="outside" checked={limited} onChange={() => setLimited(true)} />
          Only these domains
        </label>
      </fieldset>
      {limited && (
        <Textarea
          label="Domains, one on each line"
          placeholder="owner.example"
          autosize
          minRows={3}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <SubmitButton loading={save.isPending}>Save</SubmitButton>
    </Dialog>
  )
}
