import { type CompanyContext, isAvailable } from '@leaselight/engine'
import {
  allowedFilters,
  describeFilter,
  describeState,
  filter,
  MY_PAGE,
  parseSavedState,
  parseState,
  pluralize,
  type ReportDefinition,
  type ReportState,
  screenAddress,
  serializeWhole,
  type Viewer,
  WORKBOOK,
  workbookIds,
} from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import type { Params } from '@leaselight/state'
import { z } from 'zod'
import type { Api } from '../http/context'
import { badRequest, notFound } from '../http/errors'
import { parseParams } from '../http/params'
import { wellFormed } from '../http/textFields'
import { filterNames } from './filterNames'

/** A report's parameters by name, as numbers, switches, texts or lists; its own codec reads them. */
export const paramsBody = z.record(
  z.string(),
  z.unknown().meta({ type: ['string', 'number', 'boolean', 'array', 'null'], items: { type: ['string', 'number'] } }),
)

/** A report and its state as a body names them. */
export const reportBody = {
  report: z.string().max(100),
  params: paramsBody.nullish(),
}

/** A report that is open to the viewer, by its key; 404 when it is not. */
export async function requireOpenReport(api: Api, viewer: Viewer, key: string): Promise<ReportDefinition> {
  const report = reportByKey(key)
  if (!report || !isAvailable(report, await api.engine.companyContext(viewer)))
    throw notFound('There is no such report.')
  return report
}

/** The most characters of saved parameters, names and values together; lists of saved reports show them all. */
const MAX_SAVED = 16_000

/** Parameters as they are saved: those the report knows, always with its period, so that a new default can't change it. */
export function normalizeParams(report: ReportDefinition, params: unknown): Params {
  const saved = savedParams(report, parseState(report, parseParams(params), 'api'))
  if (Object.entries(saved).flat().join('').length > MAX_SAVED)
    throw badRequest('That is more than can be saved. Choose fewer properties, sources or other filters.')
  return Object.fromEntries(Object.entries(saved).map(([name, value]) => [name, wellFormed(value)]))
}

/** A report's state as saved parameters. */
export function savedParams(report: ReportDefinition, state: ReportState): Params {
  return serializeWhole(report, state)
}

/** A saved report as its owner sees it. */
export interface SavedView {
  title: string
  params: Params
  address: string
  inWords: string[]
  passedOver: string[]
  available: boolean
}

/** The user's own page, which has no filters of its own. */
const ownPageView: SavedView = {
  ...{ title: MY_PAGE.title, address: MY_PAGE.address, available: true },
  ...{ params: {}, inWords: [], passedOver: [] },
}

const workbookView = (params: Params): SavedView => ({
  ...{ title: WORKBOOK.title, address: WORKBOOK.address, params, available: true, passedOver: [] },
  inWords: [pluralize(workbookIds(params).length, 'saved report')],
})

/** The title of what was saved or sent under a key, also when the report no longer exists. */
export const savedTitle = (key: string): string =>
  [MY_PAGE, WORKBOOK].find((one) => one.key === key)?.title ?? reportByKey(key)?.title ?? key

/** Describes a saved report, also when the report no longer exists. */
export function savedView(directory: CompanyContext, key: string, params: Params): SavedView {
  if (key === MY_PAGE.key) return ownPageView
  if (key === WORKBOOK.key) return workbookView(params)
  const report = reportByKey(key)
  if (!report || !isAvailable(report, directory))
    return { title: savedTitle(key), params, address: '/', inWords: [], passedOver: [], available: false }
  const { state, passedOver } = parseSavedState(report, params)
  const names = filterNames(directory)
  const periods = allowedFilters(report)
    .filter((key) => filter(key).scope === 'period')
    .map((key) => `${filter(key).label}: ${describeFilter(key, state.filters, names)}`)
  return {
    title: report.title,
    params: savedParams(report, state),
    address: screenAddress(report, state),
    inWords: [...periods, ...describeState(report, state, names)],
    passedOver,
    available: true,
  }
}
