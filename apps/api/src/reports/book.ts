import type { ReportBook, ReportDocument } from '@leaselight/files'
import {
  buildLeague,
  describeState,
  type FileFormat,
  InputError,
  pluralize,
  propertiesForGate,
  type ReportDefinition,
  type ReportState,
  type Viewer,
} from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { z } from 'zod'
import type { Api } from '../http/context'
import { notFound } from '../http/errors'
import { buildDocument, type ExportedFile, type ExportRequest } from './export'
import { filterNames } from './filterNames'

/** The most properties with a page each in one file. */
export const MAX_PROPERTY_PAGES = 100

/** Property pages as a body names them. */
export const propertyPagesBody = z
  .array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER))
  .max(MAX_PROPERTY_PAGES)
  .meta({
    description: `A page for each of these properties after a league table, for reports about one property at a time; at most ${MAX_PROPERTY_PAGES}. An empty list is every property that the user may see when it is sent.`,
  })

/** The properties that get a page each. Throws a sentence for a report that has none, 404 for a property out of sight. */
export async function readPropertyPages(
  api: Pick<Api, 'engine'>,
  viewer: Viewer,
  report: ReportDefinition,
  ids: readonly number[],
): Promise<number[]> {
  requireSheet(report)
  const open = propertiesForGate(report.gate, (await api.engine.companyContext(viewer)).properties)
  const chosen = [...new Set(ids)]
  if (chosen.some((id) => !open.some((property) => property.id === id))) throw notFound('There is no such property.')
  return chosen
}

/** Throws a sentence when a report can't have a page for each property. */
export function requireSheet({ title, sheet }: ReportDefinition): void {
  if (sheet) return
  const able = reports.filter((one) => one.sheet).map((one) => one.title)
  throw new InputError(`${title} can’t have a page for each property. Only ${able.join(', ')} can.`, 'property_pages')
}

/** The property pages that an address names: `all`, or ids with commas. */
export function parsePropertyPages(report: ReportDefinition, text: string | undefined): number[] | undefined {
  if (text === undefined || text === '') return undefined
  requireSheet(report)
  if (text === 'all') return []
  const ids = text.split(',').map(Number)
  if (ids.length > MAX_PROPERTY_PAGES || !ids.every((id) => Number.isSafeInteger(id) && id > 0))
    throw new InputError(`property_pages must be all, or at most ${MAX_PROPERTY_PAGES} ids.`, 'property_pages')
  return ids
}

/** A report with a page for each of some properties; null when none of them is open to the viewer any more. */
export async function buildBook(
  api: Pick<Api, 'engine' | 'now' | 'state'>,
  viewer: Viewer,
  { report, state, propertyPages }: Pick<ExportRequest, 'report' | 'state'> & { propertyPages: readonly number[] },
  signal?: AbortSignal,
): Promise<ReportBook | null> {
  const directory = await api.engine.companyContext(viewer)
  const open = propertiesForGate(report.gate, directory.properties)
  const chosen = propertyPages.length > 0 ? open.filter(({ id }) => propertyPages.includes(id)) : open
  const shown = chosen.slice(0, MAX_PROPERTY_PAGES)
  const pages: { propertyId: number; name: string; document: ReportDocument }[] = []
  // One after the other: a file in the making must leave the engine to those who wait for a screen.
  for (const { id, name } of shown) {
    const request = { report, state: ofProperty(state, id) }
    const document = await buildDocument(api, viewer, request, { withCharts: true, signal })
    pages.push({ propertyId: id, name, document })
  }
  const entries = pages.map(({ document, ...rest }) => ({ ...rest, answers: document.answers ?? [] }))
  const league = buildLeague(report, entries)
  const [first] = pages
  if (!first || !league) return null
  const { sheet: _, ...common } = first.document
  const together = ofProperty(state, ALL)
  return {
    cover: {
      ...common,
      state: together,
      filterSummary: describeState(first.document.report, together, filterNames(directory)),
      result: { ...common.result, notes: [], propertyTimeZones: zonesOf(pages) },
    },
    league,
    pages,
    leftOut: chosen.length > shown.length ? [tooMany(chosen.length, shown.length)] : [],
  }
}

const tooMany = (chosen: number, shown: number): string =>
  `${pluralize(chosen, 'property')} are too many for one file. It has the first ${shown}, by name.`

const ALL = -1

const ofProperty = (state: ReportState, property: number): ReportState => ({
  ...state,
  filters: { ...state.filters, property },
})

const zonesOf = (pages: readonly { document: ReportDocument }[]): string[] => [
  ...new Set(pages.flatMap(({ document }) => document.result.propertyTimeZones)),
]

/** A book as a file. */
export async function renderBook(book: ReportBook, format: FileFormat): Promise<ExportedFile> {
  const { bookCsv, bookPdf, bookXlsx, fileName } = await import('@leaselight/files')
  const render = { csv: () => bookCsv(book), pdf: () => bookPdf(book), xlsx: () => bookXlsx(book) }
  return {
    filename: fileName(book.cover, format),
    content: await render[format](),
    rows: book.league.rows.length,
  }
}
