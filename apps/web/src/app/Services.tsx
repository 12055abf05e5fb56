import { type ReactNode, useMemo, useRef } from 'react'
import { earlyResponses } from '../api/earlyResponses'
import { createGraphql, type Graphql, graphqlTimeout } from '../api/graphql'
import { ApiError, type Client, createClient } from '../api/request'
import { log } from '../monitoring'
import { expireSession } from '../session/signOut'
import { isDemo, type TokenPair } from '../session/storage'
import { createTokenManager, lockAcrossTabs, RefreshRejected } from '../session/tokenManager'
import { useAlerts } from '../state/AlertsProvider'
import { createPreferences, type Preferences } from '../state/preferences'
import { strictContext } from '../state/strictContext'
import { clockOf } from './clock'
import type { Config } from './config'

/** The services every part of the application uses. */
export interface Services {
  config: Config
  client: Client
  graphql: Graphql
  preferences: Preferences
}

const [Provider, useServices] = strictContext<Services>('Services')

export { useServices }

/** Connects session, requests and storage, once for the life of the page. */
export function ServicesProvider({ config, children }: { config: Config; children: ReactNode }) {
  const { add } = useAlerts()
  const alert = useRef(add)
  alert.current = add
  const services = useMemo(
    () => createServices(config, (message) => alert.current({ type: 'error', message })),
    [config],
  )
  return <Provider value={services}>{children}</Provider>
}

function createServices(config: Config, alert: (message: string) => void): Services {
  const now = clockOf(config)
  const keeper = createTokenManager({
    storage: localStorage,
    withLock: lockAcrossTabs(navigator.locks),
    now,
    refresh: async (refreshToken) => {
      try {
        return await client.json<TokenPair>('/api/auth/refresh', { body: { refreshToken }, anonymous: true })
      } catch (error) {
        if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw new RefreshRejected()
        throw error
      }
    },
  })
  const client = createClient({
    fetch: (url, init) => earlyResponses.takeOrSend(url, init),
    tokenManager: keeper,
    isDemo: () => isDemo(localStorage),
    onSessionRejected: () => expireSession(now()),
    onFailure: (error) => log('A request failed.', error),
  })
  const graphql = createGraphql({ client, timeoutSeconds: graphqlTimeout(window.location.hostname), log, alert })
  return { config, client, graphql, preferences: createPreferences(localStorage) }
}
