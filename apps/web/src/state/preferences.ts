import { allowedFilters, type Filters, initialState, type ReportDefinition, type ReportState } from '@leaselight/model'
import { type KeyValueStorage, storageKeys } from '../session/storage'
import { addressParams, readAddress, type Search } from './address'
import { type Scope, scopeAfter, scopeFilters } from './scope'

/** How numbers are shown, which carries over from report to report (§4). */
type SharedFilters = Partial<Pick<Filters, 'viewBy' | 'viewAs'>>
const sharedKeys = ['viewBy', 'viewAs'] as const

export interface Preferences {
  /**
   * Stores the state for the next visit to the report, and the scope for the other reports.
   * @param available the properties the report may include
   */
  save(report: ReportDefinition, state: ReportState, available: ReadonlySet<number>): void
  /**
   * The state in which a report opens: its last one, under the scope of the session.
   * @param available the properties the report may include; others are dropped from the selection
   */
  restore(report: ReportDefinition, available: ReadonlySet<number>): ReportState
  /** The scope of the session. */
  scope(): Scope
}

/** Each report's last state and the scope of the session, in local storage. */
export function createPreferences(storage: KeyValueStorage): Preferences {
  const readShared = () => readObject(storage, storageKeys.shared)
  return {
    save(report, state, available) {
      const shared = readShared()
      writeObject(storage, storageKeys.filters + report.key, addressParams(report, state))
      writeObject(storage, storageKeys.shared, {
        ...shared,
        ...chosenViews(report, state, parseSharedFilters(report, shared)),
        ...storedScope(scopeAfter(report, state, parseScope(shared), available)),
      })
    },
    restore(report, available) {
      const shared = readShared()
      const state = readAddress(report, stringValues(readObject(storage, storageKeys.filters + report.key)))
      return {
        ...state,
        filters: {
          ...state.filters,
          ...parseSharedFilters(report, shared),
          ...scopeFilters(report, parseScope(shared), available),
          // A change of path selects the first grouping (§4).
          groupBy: initialState(report).filters.groupBy,
        },
      }
    },
    scope: () => parseScope(readShared()),
  }
}

function parseScope({ propertyIds, property, period }: Record<string, unknown>): Scope {
  return {
    propertyIds: Array.isArray(propertyIds) ? propertyIds.filter((id): id is number => typeof id === 'number') : [],
    lastProperty: typeof property === 'number' ? property : null,
    period: typeof period === 'object' && period !== null ? stringValues({ ...period }) : {},
  }
}

const storedScope = ({ propertyIds, lastProperty, period }: Scope) => ({ propertyIds, property: lastProperty, period })

function parseSharedFilters(report: ReportDefinition, stored: Record<string, unknown>): SharedFilters {
  const viewBy = report.viewByOptions?.find((option) => option === stored.viewBy)
  const viewAs = report.viewAsOptions?.find((option) => option === stored.viewAs)
  return { ...(viewBy && { viewBy }), ...(viewAs && { viewAs }) }
}

/**
 * The views to store for all reports: only what differs from this report's defaults, because other reports have other
 * defaults. Going back to a default removes what was stored.
 */
function chosenViews(report: ReportDefinition, { filters }: ReportState, stored: SharedFilters): SharedFilters {
  const own = initialState(report).filters
  const chosen: Record<string, unknown> = {}
  for (const key of sharedKeys.filter((one) => allowedFilters(report).includes(one))) {
    if (filters[key] !== own[key]) chosen[key] = filters[key]
    else if (stored[key] !== undefined && stored[key] !== own[key]) chosen[key] = undefined
  }
  return chosen
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
