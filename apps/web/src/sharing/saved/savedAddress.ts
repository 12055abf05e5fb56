import { addressParams, type ReportDefinition, type ReportState, stringifySearch } from '@leaselight/model'
import { inOrder } from '@leaselight/ui'
import { parseSearch, readAddress, type SavedParam } from '../../state/address'
import type { SavedItem } from '../types'

const withItemId = ({ address, id }: Pick<SavedItem, 'address' | 'id'>, as: SavedParam): string =>
  `${address}${address.includes('?') ? '&' : '?'}${as}=${encodeURIComponent(id)}`

/** The address of a saved report: its state and its id. */
export const savedReportAddress = (item: Pick<SavedItem, 'address' | 'id'>): string => withItemId(item, 'saved')

/** The address of a scheduled report: its state and the schedule's id. */
export const scheduledReportAddress = (item: Pick<SavedItem, 'address' | 'id'>): string => withItemId(item, 'scheduled')

/** Whether the page's state differs from the saved one. */
export function hasUnsavedChanges(
  report: ReportDefinition,
  state: ReportState,
  { address }: Pick<SavedItem, 'address'>,
): boolean {
  const [, search = ''] = address.split('?')
  const savedState = readAddress(report, parseSearch(search))
  const text = (one: ReportState) => stringifySearch(addressParams(report, withListsInOrder(one)))
  return text(savedState) !== text(state)
}

function withListsInOrder(state: ReportState): ReportState {
  const filters = Object.entries(state.filters).map(([key, value]) => [key, inOrder(value)])
  // Of the same values, only in another order.
  return { ...state, filters: Object.fromEntries(filters) as ReportState['filters'] }
}
