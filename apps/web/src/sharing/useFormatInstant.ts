import { formatInstant } from '@leaselight/model'
import { useGlobal } from '../app/Global'

/** Writes instants on the company's clock, as every page does. */
export function useFormatInstant(): (instant: string) => string {
  const { company } = useGlobal()
  return (instant) => formatInstant(instant, company?.timeZone ?? 'UTC')
}
