import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAlerts } from '../state/AlertsProvider'
import { sharingKey } from './queries'

/** A change to something saved, scheduled or sent. A failure shows an alert; afterwards every list is refetched. */
export function useSharingMutation<In, Out>(
  mutate: (input: In) => Promise<Out>,
  onDone?: (result: Out, input: In) => void,
) {
  const { add } = useAlerts()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: mutate,
    onSuccess: (result, input) => onDone?.(result, input),
    onError: (error) => add({ type: 'error', message: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: sharingKey }),
  })
}
