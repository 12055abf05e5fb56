import { ErrorState, LoadingInline } from '@leaselight/ui'
import { Button, Paper } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../api/request'
import { useServices } from '../../app/Services'
import { useAddress } from '../../app/useAddress'
import { Brand } from '../../shell/Brand'
import { useAlerts } from '../../state/AlertsProvider'
import form from '../components/form.module.css'
import type { UnsubscribeInfo } from '../types'
import classes from './unsubscribe.module.css'

/**
 * The target of a mail's unsubscribe link; needs no session. Opening it changes nothing, because mail programs open
 * links by themselves.
 */
export default function UnsubscribePage() {
  const { search } = useAddress()
  useEffect(() => {
    document.title = 'Unsubscribe · Leaselight'
  }, [])
  return (
    <main className={classes.alone}>
      <Paper className={classes.card} withBorder radius="md">
        <Brand />
        <UnsubscribeForm token={search.token ?? ''} />
      </Paper>
    </main>
  )
}

function UnsubscribeForm({ token }: { token: string }) {
  const { client } = useServices()
  const { add } = useAlerts()
  const queries = useQueryClient()
  const path = `/api/unsubscribe/${encodeURIComponent(token)}`
  const key = ['unsubscribe', token]
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.json<UnsubscribeInfo>(path, { signal, anonymous: true }),
  })
  const change = useMutation({
    mutationFn: (method: 'POST' | 'PUT') => client.json<UnsubscribeInfo>(path, { method, body: {}, anonymous: true }),
    onSuccess: (fresh) => queries.setQueryData(key, fresh),
    onError: (failure) => add({ type: 'error', message: failure.message }),
  })
  if (token === '' || (error instanceof ApiError && error.status === 404))
    return (
      <>
        <h1>This link is not valid</h1>
        <p>It may be incomplete. Open it from your latest email, or reply to that email and ask to be removed.</p>
      </>
    )
  if (error) return <ErrorState message={error.message} retry={() => void refetch()} />
  if (isPending) return <LoadingInline label="Looking up the subscription" />
  const { email, name, sender, unsubscribed } = data
  return (
    <div className={form.form} role="status">
      <h1>{unsubscribed ? 'You are unsubscribed' : 'Unsubscribe'}</h1>
      <p>
        {unsubscribed ? (
          <>
            <strong>{email}</strong> won’t get <strong>{name}</strong> any more.
          </>
        ) : (
          <>
            <strong>{email}</strong> gets <strong>{name}</strong>
            {sender && `, which ${sender} set up`}. Stop these emails?
          </>
        )}
      </p>
      <Button
        fullWidth
        variant={unsubscribed ? 'default' : 'filled'}
        loading={change.isPending}
        onClick={() => change.mutate(unsubscribed ? 'PUT' : 'POST')}
      >
        {unsubscribed ? 'Subscribe again' : 'Unsubscribe'}
      </Button>
    </div>
  )
}
