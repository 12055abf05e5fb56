import type { ChartSpec } from '@leaselight/model'
import type { ReportDocument } from './document'

/** Something that a user pinned, as paper and mails show it. */
export interface PinnedPart {
  /** What it is called. */
  name: string
  /** Its report, period and filters. */
  about: string
  /** Where its report opens in that state; null where it is not open. */
  url: string | null
  /** A finding in words, or why nothing is shown. */
  sentences: readonly string[]
  /** The report with this number or this chart alone; null for a finding. */
  document: ReportDocument | null
}

/** A user's own page, ready to be written. */
export interface PinnedPage {
  title: string
  company: string
  /** Whose page it is. */
  owner: string
  parts: readonly PinnedPart[]
  /** The instant at which it is created. */
  generatedAt: string
  /** The company's zone. */
  timeZone: string
}

/** A report's document with one number or one chart of it alone. */
export const onlyPart = (
  { findings: _findings, changes: _changes, sheet: _sheet, ...document }: ReportDocument,
  { tile, chart }: { tile?: string; chart?: ChartSpec },
): ReportDocument => ({
  ...document,
  report: { ...document.report, tiles: tile === undefined ? [] : [tile], charts: chart ? [chart] : [] },
})
