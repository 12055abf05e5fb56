import type { Day, FilterKey, Filters, ReportDefinition, ReportResult, ReportState } from '@leaselight/model'
import type { CellAction } from '@leaselight/ui'
import { type ComponentType, type LazyExoticComponent, lazy, type MouseEvent, type ReactNode } from 'react'

/** Another look than the reader's own; what is not named stays as the reader has set it. */
export interface QueryOverride {
  /** The key of another report; it takes over the reader's filters as far as it allows them. */
  report?: string
  filters?: Partial<Filters>
  switches?: Readonly<Record<string, string>>
}

/** Something asked for: while a new answer is on its way the old one stays. */
export interface Loadable<T> {
  data: T | undefined
  stale: boolean
  error: { message: string; retry: () => void } | null
}

/** An answer with the report and the state it answers to. */
export interface QueryResult {
  report: ReportDefinition
  state: ReportState
  result: ReportResult
}

/** What a link into the product needs: spread it on an `<a>`. */
export interface LinkProps {
  href: string
  onClick: (event: MouseEvent) => void
}

/** What a report's own page is given: everything the standard page has, and the standard parts ready to be placed. */
export interface ReportViewProps {
  report: ReportDefinition
  state: ReportState
  /** The newest answer; while another is on its way the old one stays. */
  result: ReportResult
  /** New numbers are on their way. */
  stale: boolean
  /** The company's today. */
  today: Day
  /** Sets filters of the report. */
  onFilters: (filters: Partial<Filters>) => void
  /** Sets one of the report's own switches. */
  onSwitch: (key: string, value: string) => void
  /**
   * Opens the list behind a number; the row's key, or null for the total, and the row's name for the list's title.
   * A number of another answer brings along what it answers to.
   */
  onDrillDown: (
    row: string | null,
    column: string,
    rowName?: string,
    of?: Pick<QueryResult, 'report' | 'state'>,
  ) => void
  /** A hook: a second answer, of the same report under another look or of another one; with `all` every level of its rows. */
  useReport: (look: QueryOverride, depth?: 'all') => Loadable<QueryResult>
  /** A hook: what another address of the server says under the report's own parameters, without those it does not take. */
  useEndpoint: <T>(path: string, without?: readonly FilterKey[]) => Loadable<T>
  /** A hook: what the server answers to a GraphQL query; nothing is asked while there are no variables. */
  useGraphql: <T>(query: string, variables: Record<string, string> | null) => Loadable<T>
  /** Fetches what is no JSON, such as a recording. */
  fetchBlob: (path: string, signal: AbortSignal) => Promise<Blob>
  /** The way to a report under a look; null where the reader may not go. */
  reportLink: (look: QueryOverride) => LinkProps | null
  /** The way to an address of the product that the server named. */
  hrefLink: (href: string) => LinkProps
  tiles: ReactNode
  charts: ReactNode
  table: ReactNode
  /** The way to send what changed to people; nothing where the report does not explain its changes. */
  shareFindings: ReactNode
  /** The same table with buttons in the cells of some columns. */
  renderTable: (cellActions: Readonly<Record<string, CellAction>>) => ReactNode
}

export type ReportView = LazyExoticComponent<ComponentType<ReportViewProps>>

// Found by the folder's name, so that a report with a page of its own needs no line anywhere else.
const modules = import.meta.glob<{ default: ComponentType<ReportViewProps> }>('./*/view.tsx')

const views = new Map<string, ReportView>(
  Object.entries(modules).map(([path, load]) => [path.split('/')[1] ?? path, lazy(load)]),
)

/** The page of its own that a report has; undefined where the standard page serves. */
export function findView(key: string): ReportView | undefined {
  return views.get(key)
}
