import { useAlertingMutation } from '../api/useAlertingMutation'
import { sharingKey } from './queries'

/** A change to something saved, scheduled or sent; afterwards every list is refetched. */
export const useSharingMutation = <In, Out>(
  mutate: (input: In) => Promise<Out>,
  onDone?: (result: Out, input: In) => void,
  options?: { isToldInForm?: boolean },
) => useAlertingMutation(sharingKey, mutate, onDone, options)
