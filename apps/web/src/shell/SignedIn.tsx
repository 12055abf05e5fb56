import { reportByPath } from '@leaselight/reports'
import { LoadFailure, LoadingPage, useIsPhone } from '@leaselight/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { clockOf } from '../app/clock'
import { GlobalProvider } from '../app/Global'
import { Redirect } from '../app/Redirect'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { log } from '../monitoring'
import { fetchParts } from '../report/fetchParts'
import { LOGIN } from '../session/openPaths'
import { isDemo, readTokens } from '../session/storage'
import { SetupGate } from '../setup/SetupGate'
import { stringifySearch } from '../state/address'
import { loadStartup, startupKey } from '../state/startup'
import { Shell } from './Shell'

/** Everything behind the sign-in: without a token it redirects to the sign-in, which returns here. */
export function SignedIn() {
  const { path, search } = useAddress()
  // The requested address is remembered: it changes while this page redirects.
  const [here] = useState(path + stringifySearch(search))
  if (readTokens(localStorage))
    return (
      <SetupGate>
        <StartedShell />
      </SetupGate>
    )
  return <Redirect path={LOGIN} search={here === '/' ? {} : { next: here }} />
}

function StartedShell() {
  const { client, graphql, config } = useServices()
  const { path, search } = useAddress()
  const phone = useIsPhone()
  const queries = useQueryClient()
  const report = reportByPath(path, search.view)
  useEffect(() => {
    if (report) fetchParts(report, { phone, client, queries })
  }, [report, phone, client, queries])
  const startup = useQuery({
    queryKey: [...startupKey, readTokens(localStorage) !== null, isDemo(localStorage)],
    queryFn: ({ signal }) => loadStartup({ client, graphql, log }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const now = useMemo(() => clockOf(config), [config])
  if (startup.error) return <LoadFailure message={startup.error.message} retry={() => void startup.refetch()} />
  if (!startup.data) return <LoadingPage label="Loading your account" />
  return (
    <GlobalProvider startup={startup.data} now={now}>
      <Shell />
    </GlobalProvider>
  )
}
