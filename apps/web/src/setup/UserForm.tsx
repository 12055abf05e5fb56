import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { Button, CopyButton, MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useServices } from '../app/Services'
import { useAlerts } from '../state/AlertsProvider'
import classes from './setup.module.css'
import { type Setup, setupKey } from './types'

const roles = [
  { value: 'manager', label: 'Manager' },
  { value: 'agent', label: 'Agent' },
  { value: 'analytics_user', label: 'Analyst' },
  { value: 'admin', label: 'Administrator' },
]
const nobody = { firstName: '', lastName: '', email: '', userId: '' }

interface Added {
  userId: number
  invitation: { url: string; expiresAt: string } | null
}

/** Adds a user. Where the stand-in signs people in, it shows the invitation to pass on. */
export function UserForm({ setup, children }: { setup: Setup; children: ReactNode }) {
  const { client } = useServices()
  const { add, clear } = useAlerts()
  const queries = useQueryClient()
  const [person, setPerson] = useState(nobody)
  const [role, setRole] = useState('manager')
  const [propertyIds, setPropertyIds] = useState<string[]>([])
  const isCrm = setup.signIn === 'crm'
  const create = useMutation({
    mutationFn: () => {
      clear()
      const { firstName, lastName, email, userId } = person
      const name = { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim() }
      const body = { ...name, role, propertyIds: propertyIds.map(Number), ...(isCrm && { userId: Number(userId) }) }
      return client.json<Added>('/api/setup/users', { body })
    },
    onSuccess: ({ invitation }) => {
      setPerson(nobody)
      setPropertyIds([])
      // With an invitation the line stays open until the link has been passed on.
      if (!invitation) void queries.invalidateQueries({ queryKey: setupKey })
    },
    onError: (error) => add({ type: 'error', message: error.message }),
  })
  const set = (field: keyof typeof nobody) => (event: { currentTarget: { value: string } }) => {
    // React clears the event's target before a state function runs.
    const { value } = event.currentTarget
    setPerson((known) => ({ ...known, [field]: value }))
  }
  const invitation = create.isSuccess ? create.data.invitation : undefined
  const isReady =
    [person.firstName, person.lastName, person.email].every((text) => text.trim() !== '') &&
    (!isCrm || /^[1-9]\d*$/.test(person.userId))
  return (
    <>
      {invitation && (
        <div className={classes.stack} role="status">
          <p className={classes.text}>
            Send this link to the new user, who chooses a password with it. It works once, for seven days.
          </p>
          <span className={classes.link}>{invitation.url}</span>
          <div className={classes.buttons}>
            <CopyButton value={invitation.url}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy link'}
                </Button>
              )}
            </CopyButton>
            <Button variant="default" onClick={() => void queries.invalidateQueries({ queryKey: setupKey })}>
              Done
            </Button>
          </div>
        </div>
      )}
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <TextInput label="First name" value={person.firstName} onChange={set('firstName')} />
        <TextInput label="Last name" value={person.lastName} onChange={set('lastName')} />
        <TextInput label="Email" type="email" value={person.email} onChange={set('email')} />
        {isCrm && (
          <TextInput label="User id in the CRM" inputMode="numeric" value={person.userId} onChange={set('userId')} />
        )}
        <NativeSelect label="Role" value={role} onChange={(event) => setRole(event.currentTarget.value)} data={roles} />
        <MultiSelect
          label={role === 'agent' ? 'Properties' : 'Properties (none: all of them)'}
          value={propertyIds}
          onChange={setPropertyIds}
          data={setup.properties.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <div className={`${classes.buttons} ${classes.wide}`}>
          <Button type="submit" loading={create.isPending} disabled={!isReady}>
            Add user
          </Button>
          {children}
        </div>
      </form>
    </>
  )
}
