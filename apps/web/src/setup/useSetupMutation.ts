import type { Json } from '@leaselight/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useServices } from '../app/Services'
import { useAlerts } from '../state/AlertsProvider'
import { startupKey } from '../state/startup'
import { type Setup, setupKey } from './types'

/** Sends one step; every answer is the setup as it is then. */
export interface SaveSetup {
  send: (step: { path: string; method?: 'POST' | 'PUT'; body: Json }) => void
  busy: boolean
}

/** Saves steps and shows the setup as it is then. */
export function useSetupMutation(): SaveSetup {
  const { client } = useServices()
  const { add, clear } = useAlerts()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ path, method = 'POST', body }: Parameters<SaveSetup['send']>[0]) => {
      clear()
      return client.json<Setup>(path, { method, body })
    },
    onSuccess: (fresh) => {
      // What the application loads at its start has changed as well.
      queries.removeQueries({ queryKey: startupKey })
      queries.setQueryData(setupKey, fresh)
    },
    onError: (error) => add({ type: 'error', message: error.message }),
  })
  return { send: mutate, busy: isPending }
}
