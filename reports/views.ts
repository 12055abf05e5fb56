import type { ChartMark } from '@leaselight/charts'
import type {
  ChartSpec,
  Day,
  FilterKey,
  Filters,
  GoalPace,
  InsightLink,
  Json,
  Month,
  ReportDefinition,
  ReportResult,
  ReportState,
} from '@leaselight/model'
import type { CellAction } from '@leaselight/ui'
import { type Part, partOf } from '@leaselight/ui/part'
import type { Answer } from '@leaselight/ui/views'
import type { ComponentType, MouseEvent, ReactNode } from 'react'

/** Changes to the current state; other settings stay the same. */
export interface QueryOverride {
  /** The key of another report; the current filters apply as far as it allows them. */
  report?: string
  filters?: Partial<Filters>
  switches?: Readonly<Record<string, string>>
}

/** A result with the report and the state it belongs to. */
export interface QueryResult {
  report: ReportDefinition
  state: ReportState
  result: ReportResult
}

/** How the goals of a month go: of each column that has one, where all of it or a part (` at 20 properties`) has one. */
export interface GoalsBeside {
  month: Month
  goals: Readonly<Record<string, { total: GoalPace; at: string }>>
}

/** Props of a link into the product: spread them on an `<a>`. */
export interface LinkProps {
  href: string
  onClick: (event: MouseEvent) => void
}

/** The props of a report's own page: everything the standard page has, and the standard parts ready to be placed. */
export interface ReportViewProps {
  report: ReportDefinition
  state: ReportState
  /** The newest result; while another loads, the old one stays. */
  result: ReportResult
  /** New numbers are loading. */
  stale: boolean
  /** The outermost rows that a search in the table found, by key; null without a search. Lists of rows follow it. */
  found: ReadonlySet<string> | null
  /** The properties that the numbers are about. */
  properties: readonly { id: number; name: string; address: string }[]
  /** The company's today. */
  today: Day
  /** The installation's clock, in milliseconds. */
  now: () => number
  /** Sets filters of the report. */
  onFilters: (filters: Partial<Filters>) => void
  /** Sets one of the report's own switches. */
  onSwitch: (key: string, value: string) => void
  /**
   * Opens the list behind a number: the row's key, or null for the total, and the row's name for the list's title. A
   * number of another result also passes that result's report and state.
   */
  onDrillDown: (
    row: string | null,
    column: string,
    rowName?: string,
    of?: Pick<QueryResult, 'report' | 'state'>,
  ) => void
  /** Opens what a mark of a chart stands for; a chart of another result also passes its report and state. */
  onPick: (mark: ChartMark, of?: Pick<QueryResult, 'report' | 'state'>) => void
  /**
   * A hook: a second result, of the same report under an override or of another one; with `all` every level of its
   * rows.
   */
  useReport: (look: QueryOverride, depth?: 'all') => Answer<QueryResult>
  /**
   * A hook: the result behind a link that the server returned; with `everywhere` at all properties and sources, not only
   * those of the link.
   */
  useLinked: (link: InsightLink, everywhere: boolean, depth?: 'all') => Answer<QueryResult>
  /** A button that pins a finding to the reader's own page. */
  pinFinding: (finding: { key: string; sentence: string; link: InsightLink }) => ReactNode
  /** A button that pins a number of the report. */
  pinNumber: (column: string) => ReactNode
  /** A button that pins a chart, of another result with that result's report and state. */
  pinChart: (spec: ChartSpec, of?: Pick<QueryResult, 'report' | 'state'>) => ReactNode
  /** A hook: the goals of the month in which the period ends; null where no number has one, undefined while they load. */
  useGoals: () => GoalsBeside | null | undefined
  /** A hook: what another endpoint returns for the report's own parameters, without the filters it does not support. */
  useEndpoint: <T>(path: string, without?: readonly FilterKey[]) => Answer<T>
  /** A hook: what an endpoint of its own returns, and a change to it, after which it is fetched again. */
  useResource: <T>(path: string) => { answer: Answer<T>; change: (path: string, body: Json) => void; busy: boolean }
  /** A hook: the result of a GraphQL query; makes no request without variables. */
  useGraphql: <T>(query: string, variables: Record<string, string> | null) => Answer<T>
  /** Opens a prospect in the CRM. */
  openPerson: (prospectId: number) => void
  /** Fetches binary data, such as a recording. */
  fetchBlob: (path: string, signal: AbortSignal) => Promise<Blob>
  /** A link to a report under an override; null where the viewer may not go. */
  reportLink: (look: QueryOverride) => LinkProps | null
  /** A link to an address that the server returned. */
  hrefLink: (href: string) => LinkProps
  /** The answer alone. */
  answer: ReactNode
  /** The answer and the numbers. */
  tiles: ReactNode
  /** The same with the first chart beside the numbers, where the report's shape has one. */
  lead: ReactNode
  /** The same with a picture of the page's own, or without one with its charts; its place is `picture` in the definition. */
  leadWith: (picture?: ReactNode) => ReactNode
  charts: ReactNode
  table: ReactNode
  /** The table and the charts that `lead` doesn't have, of which all but one picture of the page are folded. */
  evidence: ReactNode
  /**
   * Buttons to mail what needs the reader and what changed, every day or now; nothing where the report does not explain
   * its changes.
   */
  shareFindings: ReactNode
  /** A button to write to a property's leasing team about a number. */
  messageTeam: (property: { id: number; name: string }, link: InsightLink) => ReactNode
  /** The same with buttons in the cells of some columns. */
  renderEvidence: (cellActions: Readonly<Record<string, CellAction>>) => ReactNode
}

export type ReportView = Part<ReportViewProps>

// Found by the folder's name, so that a report with a page of its own is registered nowhere.
const modules = import.meta.glob<{ default: ComponentType<ReportViewProps> }>('./*/view.tsx')

const views = new Map(Object.entries(modules).map(([path, load]) => [path.split('/')[1] ?? path, partOf(load)]))

const resources = new Map(
  Object.entries(import.meta.glob<readonly string[]>('./*/resources.ts', { eager: true, import: 'default' })).map(
    ([path, paths]) => [path.split('/')[1] ?? path, paths],
  ),
)

/** What a report's own page reads with `useResource` as it opens: asked for beside its numbers, and not after them. */
export const resourcesOf = (key: string): readonly string[] => resources.get(key) ?? []

/** The report's own page; undefined where it has the standard page. */
export function findView(key: string): ReportView | undefined {
  return views.get(key)
}
