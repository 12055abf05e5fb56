import type { Filters, ReportDefinition, ReportResult, ReportState } from '@leaselight/model'
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react'

/** What a report's own page is given: everything the standard page has, and the standard parts ready to be placed. */
export interface ReportViewProps {
  report: ReportDefinition
  state: ReportState
  /** The newest answer; while another is on its way the old one stays. */
  result: ReportResult
  /** New numbers are on their way. */
  stale: boolean
  /** Sets filters of the report. */
  onFilters: (filters: Partial<Filters>) => void
  /** Sets one of the report's own switches. */
  onSwitch: (key: string, value: string) => void
  /** Opens the list behind a number; the row's key, or null for the total. */
  onOpen: (row: string | null, column: string) => void
  tiles: ReactNode
  charts: ReactNode
  table: ReactNode
}

export type ReportView = LazyExoticComponent<ComponentType<ReportViewProps>>

// Found by the folder's name, so that a report with a page of its own needs no line anywhere else.
const modules = import.meta.glob<{ default: ComponentType<ReportViewProps> }>('./*/view.tsx')

const views = new Map<string, ReportView>(
  Object.entries(modules).map(([path, load]) => [path.split('/')[1] ?? path, lazy(load)]),
)

/** The page of its own that a report has; undefined where the standard page serves. */
export function viewOf(key: string): ReportView | undefined {
  return views.get(key)
}
