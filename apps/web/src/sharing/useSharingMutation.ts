import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAlerts } from '../state/AlertsProvider'
import { sharingKey } from './queries'

/**
 * A change of something saved, scheduled or sent: what fails is said in an alert, and after it every list is asked anew.
 */
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
