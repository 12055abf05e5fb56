import { type ReactNode, useMemo, useRef } from 'react'
import { createGraphql, type Graphql, graphqlTimeout } from '../api/graphql'
import { ApiError, type Client, createClient } from '../api/request'
import { log } from '../monitoring'
import { createKeeper, exclusiveAcrossTabs, RefreshRefused } from '../session/keeper'
import { dropSession } from '../session/leave'
import { isDemo, type TokenPair } from '../session/storage'
import { useAlerts } from '../state/AlertsProvider'
import { createMemory, type Memory } from '../state/memory'
import { strictContext } from '../state/strictContext'
import { type Config, clockOf } from './config'

/** What every part of the application works with. */
export interface Services {
  config: Config
  client: Client
  graphql: Graphql
  memory: Memory
}

const [Provider, useServices] = strictContext<Services>('Services')

export { useServices }

/** Connects session, requests and storage, once for the life of the page. */
export function ServicesProvider({ config, children }: { config: Config; children: ReactNode }) {
  const { add } = useAlerts()
  const alert = useRef(add)
  alert.current = add
  const services = useMemo(() => connect(config, (message) => alert.current({ type: 'error', message })), [config])
  return <Provider value={services}>{children}</Provider>
}

function connect(config: Config, alert: (message: string) => void): Services {
  const keeper = createKeeper({
    storage: localStorage,
    exclusive: exclusiveAcrossTabs(navigator.locks),
    now: clockOf(config),
    refresh: async (refreshToken) => {
      try {
        return await client.json<TokenPair>('/api/auth/refresh', { body: { refreshToken }, anonymous: true })
      } catch (error) {
        if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw new RefreshRefused()
        throw error
      }
    },
  })
  const client = createClient({
    // Called through the window, which the browser's fetch insists on.
    fetch: (...input) => window.fetch(...input),
    keeper,
    isDemo: () => isDemo(localStorage),
    onBadSession: dropSession,
    onFailure: (error) => log('A request failed.', error),
  })
  const graphql = createGraphql({ client, timeoutSeconds: graphqlTimeout(window.location.hostname), log, alert })
  return { config, client, graphql, memory: createMemory(localStorage) }
}
