import { formatMoment } from '@leaselight/model'
import { useGlobal } from '../app/Global'

/** Formats instants in the company's zone, as every page does. */
export function useFormatMoment(): (instant: string) => string {
  const { company, today } = useGlobal()
  return (instant) => formatMoment(instant, company?.timeZone ?? 'UTC', today)
}
