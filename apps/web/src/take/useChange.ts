import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAlerts } from '../state/AlertsProvider'
import { takeKey } from './queries'

/**
 * A change of something saved, scheduled or sent: what fails is said in an alert, and after it every list is asked anew.
 */
export function useChange<In, Out>(change: (input: In) => Promise<Out>, onDone?: (result: Out, input: In) => void) {
  const { add } = useAlerts()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (result, input) => onDone?.(result, input),
    onError: (error) => add({ type: 'error', message: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: takeKey }),
  })
}
