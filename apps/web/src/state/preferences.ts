import { allowedFilters, type Filters, initialState, type ReportDefinition, type ReportState } from '@leaselight/model'
import { type KeyValueStorage, storageKeys } from '../session/storage'
import { addressParams, readAddress, type Search } from './address'

/** What carries over from report to report: the properties, and how numbers are shown (§4). */
type SharedFilters = Partial<Pick<Filters, 'propertyIds' | 'property' | 'viewBy' | 'viewAs'>>
const sharedKeys = ['propertyIds', 'property', 'viewBy', 'viewAs'] as const

export interface Preferences {
  /** Stores the state for the next visit to the report. */
  save(report: ReportDefinition, state: ReportState): void
  /**
   * The state in which a report opens: its last one, with the properties selected last.
   * @param available the properties the report may include; others are dropped from the selection
   */
  restore(report: ReportDefinition, available: ReadonlySet<number>): ReportState
}

/** Each report's last state, in local storage. */
export function createPreferences(storage: KeyValueStorage): Preferences {
  return {
    save(report, state) {
      const allowed = allowedFilters(report)
      const kept = sharedKeys.filter((key) => allowed.includes(key)).map((key) => [key, state.filters[key]])
      writeObject(storage, storageKeys.filters + report.key, addressParams(report, state))
      writeObject(storage, storageKeys.shared, {
        ...readObject(storage, storageKeys.shared),
        ...Object.fromEntries(kept),
      })
    },
    restore(report, available) {
      const initial = initialState(report, 'screen').filters
      const state = readAddress(report, stringValues(readObject(storage, storageKeys.filters + report.key)))
      const shared = parseSharedFilters(report, readObject(storage, storageKeys.shared))
      const filters = { ...state.filters, ...shared }
      return {
        ...state,
        filters: {
          ...filters,
          // A change of path selects the first grouping (§4).
          groupBy: initial.groupBy,
          propertyIds: filters.propertyIds.filter((id) => available.has(id)),
          property: available.has(filters.property) ? filters.property : firstProperty(report, available),
        },
      }
    },
  }
}

// A report about one property opens with the last selected one, else the first by name.
function firstProperty(report: ReportDefinition, available: ReadonlySet<number>): number {
  const [first] = available
  const { property } = initialState(report, 'screen').filters
  return allowedFilters(report).includes('property') ? (first ?? property) : property
}

function parseSharedFilters(report: ReportDefinition, stored: Record<string, unknown>): SharedFilters {
  const allowed = allowedFilters(report)
  const shared: SharedFilters = {}
  const { propertyIds, property } = stored
  if (allowed.includes('propertyIds') && Array.isArray(propertyIds))
    shared.propertyIds = propertyIds.filter((id): id is number => typeof id === 'number')
  if (allowed.includes('property') && typeof property === 'number') shared.property = property
  const viewBy = report.viewByOptions?.find((option) => option === stored.viewBy)
  const viewAs = report.viewAsOptions?.find((option) => option === stored.viewAs)
  return { ...shared, ...(viewBy && { viewBy }), ...(viewAs && { viewAs }) }
}

function readObject(storage: KeyValueStorage, key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // Text that another program stored under this key is ignored.
    return {}
  }
}

function writeObject(storage: KeyValueStorage, key: string, value: Record<string, unknown>): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // Full or blocked storage only loses the preferences.
  }
}

const stringValues = (value: Record<string, unknown>): Search =>
  Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
