import { safePath } from '@leaselight/model'
import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { LOGIN } from '../session/openPaths'
import { storeTokens } from '../session/storage'
import { useAlerts } from '../state/AlertsProvider'
import classes from './login.module.css'

const UNKNOWN_ERROR = 'Sign-in failed. Try again.'

/** Why the provider returned a user without a session. */
const errorMessages: Readonly<Record<string, string>> = {
  away: 'Sign-in isn’t available right now. Try again in a minute.',
  expired: 'That sign-in took too long, or was already used. Please try again.',
  refused: 'No account matches this sign-in. Ask your administrator.',
}

/** Single sign-on: the button to the provider, and the return with a session or an error. */
export function SingleSignOn() {
  const { config, client } = useServices()
  const { search, replace } = useAddress()
  const { history } = useRouter()
  const { add } = useAlerts()
  const { sso, next } = search
  const answered = useRef(false)

  useEffect(() => {
    if (sso === undefined || answered.current) return
    answered.current = true
    const fail = (message: string) => {
      add({ type: 'error', message })
      // The error is shown once, not again after a reload or on the way back.
      replace(LOGIN, next === undefined ? {} : { next })
    }
    if (sso !== 'done') return fail(errorMessages[sso] ?? UNKNOWN_ERROR)
    client
      .json<{ token: string; refreshToken: string | null }>('/api/auth/sso/session', {
        method: 'POST',
        anonymous: true,
      })
      .then(({ token, refreshToken }) => {
        storeTokens(localStorage, { accessToken: token, refreshToken })
        history.replace(safePath(next))
      })
      .catch((error: unknown) => fail(error instanceof Error ? error.message : UNKNOWN_ERROR))
  }, [sso, next, add, replace, client, history])

  if (config.singleSignOn === null) return null
  const wanted = new URLSearchParams(next === undefined ? {} : { next }).toString()
  return (
    <div className={classes.elsewhere}>
      <Button component="a" href={`/api/auth/sso/start${wanted && `?${wanted}`}`} fullWidth loading={sso === 'done'}>
        Sign in with {config.singleSignOn}
      </Button>
      <span className={classes.or}>or with your password</span>
    </div>
  )
}
