import { formatInstant } from '@leaselight/model'
import { useGlobal } from '../app/Global'

/** Formats instants in the company's zone, as every page does. */
export function useFormatInstant(): (instant: string) => string {
  const { company, today } = useGlobal()
  return (instant) => formatInstant(instant, company?.timeZone ?? 'UTC', today)
}
