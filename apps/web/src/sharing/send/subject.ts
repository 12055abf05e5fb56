import {
  allowedFilters,
  type Day,
  dateFilterKey,
  describeFilter,
  type FileFormat,
  type Frequency,
  fileFormats,
  type Json,
  joinWithAnd,
  MY_PAGE,
  namedProperties,
  pluralize,
  type ReportDefinition,
  type ReportState,
  WORKBOOK,
  workbookParams,
} from '@leaselight/model'
import { apiParams } from '../../state/address'
import type { Property } from '../../state/types'
import type { SavedReport, ScheduledReport } from '../types'

/**
 * What is sent: the open report, what changed on it, a saved report, several of them as a workbook, the reader's own page,
 * or what a schedule sends.
 */
export type SendSubject =
  | { page: typeof MY_PAGE }
  | { report: ReportDefinition; state: ReportState; findings?: boolean }
  | { saved: SavedReport }
  | { workbook: readonly SavedReport[] }
  | { schedule: ScheduledReport }

/** The key of a subject's drafts. */
export function draftOf(subject: SendSubject): string {
  if ('schedule' in subject) return `send/schedule/${subject.schedule.id}`
  if ('saved' in subject) return `send/saved/${subject.saved.id}`
  if ('page' in subject) return `send/${subject.page.key}`
  if ('workbook' in subject) return `send/${WORKBOOK.key}`
  return `send/${subject.findings ? 'findings' : subject.report.key}`
}

/** A subject as the server expects it when it is sent now. */
export function contentNow(subject: SendSubject): Record<string, Json> {
  if ('schedule' in subject) return {}
  if ('saved' in subject) {
    const { report, params, name } = subject.saved
    return { report, params, name }
  }
  if ('page' in subject) return { report: subject.page.key }
  if ('workbook' in subject) return workbookContent(subject.workbook)
  const params = apiParams(subject.report, subject.state)
  return subject.findings ? { name: FINDINGS, params } : { report: subject.report.key, params }
}

/** A subject as the server expects it in a schedule; nothing where that does not change. */
export function contentScheduled(subject: SendSubject): Record<string, Json> {
  if ('schedule' in subject) return {}
  if ('saved' in subject) return { savedReportId: subject.saved.id }
  if ('page' in subject) return { report: subject.page.key }
  if ('workbook' in subject) return workbookContent(subject.workbook)
  return { report: subject.report.key, params: apiParams(subject.report, subject.state) }
}

const workbookContent = (saved: readonly SavedReport[]): Record<string, Json> => ({
  report: WORKBOOK.key,
  params: workbookParams(saved.map(({ id }) => id)),
})

/** The key of what is sent. */
export function keyOf(subject: SendSubject): string {
  if ('schedule' in subject) return subject.schedule.report
  if ('saved' in subject) return subject.saved.report
  if ('workbook' in subject) return WORKBOOK.key
  return 'page' in subject ? subject.page.key : subject.report.key
}

/** The files in which a subject can be sent. */
export const formatsOf = (subject: SendSubject): readonly FileFormat[] => {
  const key = keyOf(subject)
  return key === MY_PAGE.key ? ['pdf'] : key === WORKBOOK.key ? [] : fileFormats
}

/** What a PDF of a subject is made of: a report and its parameters. Null for what is no report. */
export function documentOf(subject: SendSubject): { report: string; params: Record<string, string> } | null {
  const key = keyOf(subject)
  if (key === MY_PAGE.key || key === WORKBOOK.key || 'page' in subject || 'workbook' in subject) return null
  if ('schedule' in subject) return subject.schedule
  if ('saved' in subject) return subject.saved
  return { report: subject.report.key, params: apiParams(subject.report, subject.state) }
}

const FINDINGS = 'What changed, and why'

/**
 * What is sent, as one sentence: report, properties, and dates.
 * @param about the user’s properties, the properties with a page each (empty for all, null without), and the day
 */
export function sentenceOf(
  subject: SendSubject,
  { properties, pages, today }: { properties: readonly Property[]; pages: readonly number[] | null; today: Day },
): string {
  if ('schedule' in subject) return [subject.schedule.title, ...subject.schedule.inWords].join(' · ')
  if ('saved' in subject) return [subject.saved.title, ...subject.saved.inWords].join(' · ')
  if ('page' in subject) return `${subject.page.title}, as you see it when it is sent`
  if ('workbook' in subject) return `${WORKBOOK.title} of ${joinWithAnd(subject.workbook.map(({ name }) => name))}`
  const { report, state, findings } = subject
  const names = {
    today,
    property: (id: number) => properties.find((one) => one.id === id)?.name ?? 'N/A',
    agent: String,
    attribute: String,
  }
  const key = dateFilterKey(report)
  // A preset's name begins in lower case within a sentence; a range begins with a month.
  const range = allowedFilters(report).includes(key) ? describeFilter(key, state.filters, names) : ''
  const dates = state.filters[key].preset === 'custom' ? range : range.charAt(0).toLowerCase() + range.slice(1)
  return [findings ? FINDINGS : report.title, pages ? pagesOf(pages) : scopeOf(state, properties), dates]
    .filter(Boolean)
    .join(', ')
}

const pagesOf = (ids: readonly number[]): string =>
  ids.length === 0 ? 'every property' : pluralize(ids.length, 'property')

function scopeOf(state: ReportState, properties: readonly Property[]): string {
  const ids = namedProperties(state)
  const [first] = properties.filter(({ id }) => ids.includes(id))
  if (ids.length === 1 && first) return first.name
  return ids.length > 0 ? pluralize(ids.length, 'property') : 'all your properties'
}

const units: Record<Frequency, string> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month' }

/** Whether what is sent changes from mail to mail. */
export function datesNote(subject: SendSubject, frequency: Frequency): string {
  const changes = `Changes each ${units[frequency]}.`
  if (!('report' in subject)) return changes
  const { report, state } = subject
  const key = dateFilterKey(report)
  if (!allowedFilters(report).includes(key)) return changes
  return state.filters[key].preset === 'custom'
    ? 'Every mail has these same dates. Choose dates such as “Last 7 days” on the page to send new ones.'
    : changes
}
