import { joinWithAnd } from '@leaselight/model'
import { ErrorState } from '@leaselight/ui'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useGlobal } from '../app/Global'
import { PROPERTIES_ERROR } from '../state/properties'
import { type StartupPart, startupKey } from '../state/startup'

const names: Record<StartupPart, string> = {
  company: 'your company’s settings',
  properties: 'your properties',
  agents: 'the agents',
  sources: 'the sources',
  attributes: 'the property attributes',
}

/** What start-up could not load, in words; null where it loaded everything. */
export function useUnknownParts(): { text: string; retry: () => void; busy: boolean } | null {
  const { unknown } = useGlobal()
  const queries = useQueryClient()
  const busy = useIsFetching({ queryKey: startupKey }) > 0
  if (unknown.length === 0) return null
  return {
    text: `We couldn’t load ${joinWithAnd(unknown.map((part) => names[part]))}.`,
    retry: () => void queries.invalidateQueries({ queryKey: startupKey }),
    busy,
  }
}

/** In place of a page of which nobody knows whether this user may open it, because what decides it did not load. */
export function UnknownAccess() {
  const unknown = useUnknownParts()
  const { propertyState } = useGlobal()
  const cause = propertyState.error === PROPERTIES_ERROR ? ` ${PROPERTIES_ERROR}.` : ''
  return (
    <ErrorState
      title="We don’t know yet if you can open this page"
      message={`${unknown?.text ?? ''}${cause} Try again.`}
      retry={unknown?.retry}
    />
  )
}
