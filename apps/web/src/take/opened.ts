import { type ReportDefinition, type ReportState, stringifySearch, writeAddress } from '@leaselight/model'
import { parseSearch, readAddress } from '../state/address'
import type { Kept } from './types'

/** The address of a saved report: its state, and which saved report it is. */
export function openSaved({ address, id }: Pick<Kept, 'address' | 'id'>): string {
  return `${address}${address.includes('?') ? '&' : '?'}saved=${encodeURIComponent(id)}`
}

/** Whether the report on the page stands otherwise than it was saved. */
export function differs(report: ReportDefinition, state: ReportState, { address }: Pick<Kept, 'address'>): boolean {
  const [, search = ''] = address.split('?')
  const kept = readAddress(report, parseSearch(search))
  const text = (one: ReportState) => stringifySearch(writeAddress(report, one))
  return text(kept) !== text(state)
}
