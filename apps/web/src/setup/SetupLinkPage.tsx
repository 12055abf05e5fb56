import '@mantine/core/styles/PasswordInput.css'
import { LoadingPage, NoPermission } from '@leaselight/ui'
import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useServices } from '../app/Services'
import type { ValidateResponse } from '../session/signIn'
import { storeTokens } from '../session/storage'
import { Brand } from '../shell/Brand'
import { useAlerts } from '../state/AlertsProvider'
import classes from './setup.module.css'
import { localZone, TimeZoneSelect } from './TimeZoneSelect'

interface OpenedLink {
  companies: { id: number; name: string }[]
}

/** What a setup link opens: the form that makes its holder the first administrator. */
export default function SetupLinkPage() {
  const { client } = useServices()
  // Read once and removed from the address, so that neither history nor bookmarks hold it.
  const [code] = useState(() => window.location.hash.slice(1))
  useEffect(() => {
    document.title = 'Setup · Leaselight'
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  const link = useQuery({
    queryKey: ['setup-link', code],
    queryFn: ({ signal }) =>
      client.json<OpenedLink>('/api/setup/link', { body: { code: code || '-' }, anonymous: true, signal }),
  })
  if (link.isPending) return <LoadingPage label="Opening the setup link" />
  return (
    <main className={classes.linkPage}>
      {link.data ? (
        <AdministratorForm code={code} companies={link.data.companies} />
      ) : (
        <NoPermission>{link.error?.message ?? ''}</NoPermission>
      )}
    </main>
  )
}

function AdministratorForm({ code, companies }: { code: string; companies: OpenedLink['companies'] }) {
  const { client } = useServices()
  const { history } = useRouter()
  const { add, clear } = useAlerts()
  const isNew = companies.length === 0
  const [company, setCompany] = useState({ name: '', timeZone: localZone(), id: String(companies[0]?.id ?? '') })
  const [person, setPerson] = useState({ firstName: '', lastName: '', email: '', password: '' })
  const create = useMutation({
    mutationFn: () => {
      clear()
      const chosen = isNew ? { name: company.name.trim(), timeZone: company.timeZone } : { id: Number(company.id) }
      const { firstName, lastName, email, password } = person
      const names = { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim() }
      const body = { code, company: chosen, ...names, password }
      return client.json<ValidateResponse>('/api/setup/administrator', { body, anonymous: true })
    },
    onSuccess: ({ token, refreshToken }) => {
      if (token) storeTokens(localStorage, { accessToken: token, refreshToken: refreshToken ?? null })
      history.push('/')
    },
    onError: (error) => add({ type: 'error', message: error.message }),
  })
  const set = (field: keyof typeof person) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setPerson((known) => ({ ...known, [field]: value }))
  }
  const isReady =
    (!isNew || company.name.trim() !== '') &&
    [person.firstName, person.lastName, person.email].every((text) => text.trim() !== '') &&
    person.password.length >= 8
  return (
    <div className={classes.card}>
      <Brand />
      <h1 className={classes.title}>Set up Leaselight</h1>
      <p className={classes.text}>
        {isNew
          ? 'Create your company and become its first administrator.'
          : 'Choose your company and become its first administrator.'}
      </p>
      <form
        className={classes.stack}
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        {isNew ? (
          <>
            <TextInput
              label="Company name"
              value={company.name}
              onChange={(event) => setCompany({ ...company, name: event.currentTarget.value })}
            />
            <TimeZoneSelect value={company.timeZone} onChange={(timeZone) => setCompany({ ...company, timeZone })} />
          </>
        ) : (
          <NativeSelect
            label="Company"
            value={company.id}
            onChange={(event) => setCompany({ ...company, id: event.currentTarget.value })}
            data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <TextInput label="First name" autoComplete="given-name" value={person.firstName} onChange={set('firstName')} />
        <TextInput label="Last name" autoComplete="family-name" value={person.lastName} onChange={set('lastName')} />
        <TextInput
          label="Email"
          description="You sign in with it."
          type="email"
          autoComplete="username"
          value={person.email}
          onChange={set('email')}
        />
        <PasswordInput
          label="Password"
          description="At least 8 characters."
          autoComplete="new-password"
          value={person.password}
          onChange={set('password')}
        />
        <Button type="submit" loading={create.isPending} disabled={!isReady}>
          {isNew ? 'Create company' : 'Become administrator'}
        </Button>
      </form>
    </div>
  )
}
