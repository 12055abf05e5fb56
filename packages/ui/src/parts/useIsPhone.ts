import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone's. Known on the first render, so the layout doesn't jump. */
export const useIsPhone = (): boolean => useNarrowerThan('47.99em')

/** Whether the window is at most as wide as a tablet's. */
export const useIsTablet = (): boolean => useNarrowerThan('62em')

/** Whether the window is at most so wide, also after it was resized or turned. */
export function useNarrowerThan(width: string): boolean {
  return useMediaQuery(`(max-width: ${width})`, undefined, { getInitialValueInEffect: false }) ?? false
}
