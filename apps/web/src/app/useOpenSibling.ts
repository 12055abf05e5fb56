import { useMemo } from 'react'
import { log } from '../monitoring'
import { useAlerts } from '../state/AlertsProvider'
import { useServices } from './Services'

interface OpenSibling {
  /** @param path the page of the CRM; its start page without one */
  openCrm: (path?: string) => void
  openAdministration: () => void
}

/**
 * Opens sibling applications in a tab of their own, signed in as here. Each has a page that takes the token, begins its
 * own session and redirects to an address without the token.
 */
export function useOpenSibling(): OpenSibling {
  const { client, config } = useServices()
  const { add } = useAlerts()
  return useMemo(() => {
    const open = (page: string, query: (token: string) => Record<string, string>) => {
      client.accessToken().then(
        (token) => {
          if (token) window.open(withQuery(page, query(token)), '_blank', 'noopener,noreferrer')
        },
        (error: unknown) => {
          log('No token for the other application.', error)
          add({ type: 'error', message: error instanceof Error ? error.message : 'Unknown error' })
        },
      )
    }
    return {
      openCrm: (path) => open(`${config.crmWebUrl}/autologin`, (token) => ({ token, ...(path && { target: path }) })),
      openAdministration: () => open(config.adminUrl, (accessToken) => ({ accessToken })),
    }
  }, [client, config, add])
}

function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.toString()
}
