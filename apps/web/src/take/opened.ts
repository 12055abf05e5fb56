import { type ReportDefinition, type ReportState, stringifySearch, writeAddress } from '@leaselight/model'
import { type KeptParam, parseSearch, readAddress } from '../state/address'
import type { Kept } from './types'

const opened = ({ address, id }: Pick<Kept, 'address' | 'id'>, as: KeptParam): string =>
  `${address}${address.includes('?') ? '&' : '?'}${as}=${encodeURIComponent(id)}`

/** The address of a saved report: its state, and which saved report it is. */
export const openSaved = (item: Pick<Kept, 'address' | 'id'>): string => opened(item, 'saved')

/** The address of a scheduled report: its state, and which schedule sends it. */
export const openScheduled = (item: Pick<Kept, 'address' | 'id'>): string => opened(item, 'scheduled')

/** Whether the report on the page stands otherwise than it is kept. */
export function differs(report: ReportDefinition, state: ReportState, { address }: Pick<Kept, 'address'>): boolean {
  const [, search = ''] = address.split('?')
  const kept = readAddress(report, parseSearch(search))
  const text = (one: ReportState) => stringifySearch(writeAddress(report, one))
  return text(kept) !== text(state)
}
