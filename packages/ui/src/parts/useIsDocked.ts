import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is wide enough for a rail beside the page, where narrower ones have a drawer over it. */
export function useIsDocked(): boolean {
  return useMediaQuery('(min-width: 1800px)', undefined, { getInitialValueInEffect: false }) ?? false
}
