import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAlerts } from '../state/AlertsProvider'

/**
 * A change whose failure shows an alert, unless the form that made it tells it; afterwards the queries under `key` are
 * refetched.
 */
export function useAlertingMutation<In, Out>(
  key: readonly unknown[],
  mutate: (input: In) => Promise<Out>,
  onDone?: (result: Out, input: In) => void,
  { isToldInForm = false } = {},
) {
  const { add } = useAlerts()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: mutate,
    onSuccess: (result, input) => onDone?.(result, input),
    onError: (error) => {
      if (!isToldInForm) add({ type: 'error', message: error.message })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
