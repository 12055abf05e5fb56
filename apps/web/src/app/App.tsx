import { cssVariablesResolver, ErrorBoundary, FatalError, LoadFailure, LoadingPage, theme } from '@leaselight/ui'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readJson } from '../api/request'
import { retryDelay } from '../api/retryDelay'
import { log, setReporter } from '../monitoring'
import { watchOtherTabs } from '../session/otherTabs'
import { signOut } from '../session/signOut'
import { AlertsProvider } from '../state/AlertsProvider'
import { styleNonce } from '../styleNonce'
import { AlertsHost } from './AlertsHost'
import { type Config, configOfPage } from './config'
import { makeRouter } from './router'
import { ServicesProvider } from './Services'

const MINUTE = 60_000

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: MINUTE,
      gcTime: 5 * MINUTE,
      retry: false,
      refetchOnWindowFocus: false,
      // A page that failed for a reason that passes asks again by itself.
      refetchInterval: ({ state }) => retryDelay(state.error),
    },
  },
})

/** The whole application: theme, alerts, server settings, then the pages. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <ErrorBoundary
        fallback={() => <FatalError variant="reload" onAction={() => window.location.reload()} />}
        onError={(error) => log('Something went wrong in the application.', error)}
      >
        <QueryClientProvider client={queryClient}>
          <AlertsProvider>
            <Configured />
            <AlertsHost />
          </AlertsProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  )
}

function Configured() {
  const config = useQuery({
    queryKey: ['config'],
    queryFn: loadConfig,
    initialData: configOfPage,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (config.error) return <LoadFailure message={config.error.message} retry={() => void config.refetch()} />
  return config.data ? <Connected config={config.data} /> : <LoadingPage />
}

function Connected({ config }: { config: Config }) {
  const [router] = useState(makeRouter)
  useEffect(() => {
    const { sentryDsn } = config
    if (sentryDsn === null) return
    import('../errorReports').then(
      ({ startErrorReports }) => setReporter(startErrorReports(sentryDsn)),
      (error: unknown) => log('Error reports could not be loaded.', error),
    )
  }, [config])
  useEffect(
    () =>
      watchOtherTabs({
        reload: () => window.location.reload(),
        signedOut: () => signOut(config.logoutUrl),
      }),
    [config.logoutUrl],
  )
  return (
    <ServicesProvider config={config}>
      <RouterProvider router={router} />
    </ServicesProvider>
  )
}

async function loadConfig({ signal }: { signal: AbortSignal }): Promise<Config> {
  const response = await fetch('/api/config', { signal }).catch((cause: unknown) => {
    throw new Error('The server can’t be reached.', { cause })
  })
  if (!response.ok) throw new Error('The server does not answer as it should.')
  const config = readJson<Config | null>(await response.text())
  if (config === null) throw new Error('The server does not answer as it should.')
  return config
}
