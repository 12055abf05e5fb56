import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/PasswordInput.css'
import { safePath } from '@leaselight/model'
import { Alert, Anchor, Button, Paper, PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { endSentence, forgetEnd } from '../session/endReason'
import { LOGIN } from '../session/openPaths'
import { changePasswordUrl, signIn, type ValidateResponse } from '../session/signIn'
import { loginType, readTokens } from '../session/storage'
import type { Setup } from '../setup/types'
import { Brand } from '../shell/Brand'
import { useAlerts } from '../state/AlertsProvider'
import { SETUP } from '../state/startupRequests'
import classes from './login.module.css'
import { SingleSignOn } from './SingleSignOn'

const SIGN_IN_FAILED = 'Signing in did not work. Check your user name and password.'

/** Sign-in with a name and a password of the CRM. */
export default function LoginPage() {
  const [username, setUsername] = useState('')
  const [forgotten, setForgotten] = useState(false)
  /** Why the reader is here. */
  const [notice] = useState(() => endSentence(sessionStorage))
  const { history } = useRouter()
  const { search } = useAddress()
  // Asked once: signing in stores tokens, too, and goes on by itself. A session that has ended comes back without them.
  const [onward] = useState(() => (readTokens(localStorage) ? safePath(search.next) : null))
  useEffect(() => {
    if (onward !== null) history.replace(onward)
  }, [onward, history])
  // Said once: after a reload it is no news.
  useEffect(() => forgetEnd(sessionStorage), [])
  useEffect(() => {
    document.title = 'Sign in · Leaselight'
  }, [])
  const shared = { username, setUsername }
  if (onward !== null) return null
  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder radius="md">
        <Brand />
        <p className={classes.line}>Leasing reports for your properties</p>
        <h1 className={classes.title}>{forgotten ? 'Forgot your password?' : 'Sign in'}</h1>
        {forgotten ? (
          <ForgotForm {...shared} onBack={() => setForgotten(false)} />
        ) : (
          <>
            {notice && (
              <Alert className={classes.notice} role="status">
                {notice}
              </Alert>
            )}
            <NewInstallation />
            <SingleSignOn />
            <SignInForm {...shared} onForgot={() => setForgotten(true)} />
          </>
        )}
      </Paper>
    </main>
  )
}

/** Says what to do first where nobody has set anything up yet. */
function NewInstallation() {
  const { client } = useServices()
  const { data } = useQuery({
    queryKey: ['new-installation'],
    queryFn: ({ signal }) => client.json<Setup>(SETUP, { anonymous: true, signal }),
  })
  if (!data?.isNew) return null
  return (
    <p className={classes.note} role="note">
      {data.signIn === 'crm'
        ? 'This installation is new. Sign in as an administrator of your CRM to set it up.'
        : 'This installation is new. Open the setup link that Leaselight printed when it started.'}
    </p>
  )
}

interface FormProps {
  username: string
  setUsername: (name: string) => void
}

function SignInForm({ username, setUsername, onForgot }: FormProps & { onForgot: () => void }) {
  const { client, config } = useServices()
  const { history } = useRouter()
  const { search } = useAddress()
  const { clear } = useAlerts()
  const [password, setPassword] = useState('')
  /** Why signing in failed: the password does not fit, or the server could not say. */
  const [failure, setFailure] = useState<{ of: 'password' | 'server'; message: string } | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    clear()
    setFailure(null)
    setBusy(true)
    let reason = SIGN_IN_FAILED
    let leaving = false
    try {
      const tokens = await signIn(
        {
          storage: localStorage,
          validate: async (body) => {
            const answer = await client.plain<ValidateResponse>('/api/auth/validate', { body, anonymous: true })
            if ('reason' in answer) reason = answer.reason
            return answer
          },
          changePassword: (name) => {
            leaving = true
            window.location.assign(changePasswordUrl(config.crmWebUrl, name, `${window.location.origin}${LOGIN}`))
          },
        },
        { username: username.trim(), password, type: loginType(localStorage) },
      )
      if (tokens) history.push(safePath(search.next))
      else if (!leaving) setFailure({ of: 'password', message: reason })
    } catch (error) {
      setFailure({ of: 'server', message: error instanceof Error ? error.message : SIGN_IN_FAILED })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        label="User name"
        autoComplete="username"
        autoCapitalize="none"
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        value={password}
        error={failure?.of === 'password' && failure.message}
        errorProps={{ role: 'alert' }}
        onChange={(event) => {
          setPassword(event.currentTarget.value)
          setFailure(null)
        }}
      />
      {failure?.of === 'server' && (
        <Alert color="red" role="alert">
          {failure.message}
        </Alert>
      )}
      <Button
        type="submit"
        fullWidth
        // One primary way to sign in.
        variant={config.singleSignOn === null ? 'filled' : 'default'}
        loading={busy}
        disabled={username.trim() === '' || password === ''}
      >
        Sign in
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={onForgot}>
        Forgot your password?
      </Anchor>
    </form>
  )
}

function ForgotForm({ username, setUsername, onBack }: FormProps & { onBack: () => void }) {
  const { client } = useServices()
  const { add } = useAlerts()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    setBusy(true)
    try {
      const answer = await client.plain<{ message?: string }>('/api/auth/password/forgot', {
        body: { username: username.trim() },
        anonymous: true,
      })
      if ('reason' in answer) setFailure(answer.reason)
      else {
        // The same text whether the name exists or not, so that the page does not reveal accounts.
        add({ type: 'success', message: 'If this user name exists, instructions are on their way to its owner.' })
        onBack()
      }
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Unknown error')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        label="User name"
        autoComplete="username"
        autoCapitalize="none"
        value={username}
        error={failure}
        errorProps={{ role: 'alert' }}
        onChange={(event) => {
          setUsername(event.currentTarget.value)
          setFailure(null)
        }}
      />
      <Button type="submit" fullWidth loading={busy} disabled={username.trim() === ''}>
        Send instructions
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={onBack}>
        Back to sign in
      </Anchor>
    </form>
  )
}
