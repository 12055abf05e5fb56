import type { CompanyContext } from '@leaselight/engine'
import {
  buildSheet,
  monthToDate,
  propertiesForGate,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  type Sheet,
  type SheetAnswer,
  stateSeenFrom,
  type Viewer,
} from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import type { Api } from '../http/context'

/** A report that is shown as a sheet, with its parameters. */
interface SheetRequest {
  report: ReportDefinition
  state: ReportState
  /** Its result, of which the sheet's own block is made. */
  result: ReportResult
  directory: CompanyContext
  signal?: AbortSignal | undefined
}

/** For each block of a report's sheet the results it shows; empty where the report is no sheet. */
async function sheetAnswers(
  { engine }: Pick<Api, 'engine'>,
  viewer: Viewer,
  { report, state, result, signal }: Omit<SheetRequest, 'directory'>,
): Promise<SheetAnswer[]> {
  const options = signal ? { signal } : {}
  const { period } = result
  return Promise.all(
    (report.sheet?.blocks ?? []).map(async ({ report: key }): Promise<SheetAnswer> => {
      const of = key === undefined ? report : reportByKey(key)
      if (!of) throw new Error(`There is no report ${key}.`)
      const seen = stateSeenFrom({ report, state }, of)
      const toDate = period && stateSeenFrom({ report, state }, of, { filters: monthToDate(period) })
      const [now, month] = await Promise.all([
        of === report ? result : engine.runReport(of, seen, viewer, options),
        toDate && engine.runReport(of, toDate, viewer, options),
      ])
      return { report: of, state: seen, result: now, toDate: month }
    }),
  )
}

/** The properties that a state chooses, as far as the viewer has the report for them. */
function sheetProperties({ report, state, directory }: Pick<SheetRequest, 'report' | 'state' | 'directory'>) {
  const open = propertiesForGate(report.gate, directory.properties)
  const { property, propertyIds } = state.filters
  const ids = property > 0 ? [property] : propertyIds
  return ids.length > 0 ? open.filter(({ id }) => ids.includes(id)) : open
}

/** A report's sheet and what it is made of, with the viewer's rights; undefined where the report is none. */
export async function readSheet(
  api: Pick<Api, 'engine'>,
  viewer: Viewer,
  request: SheetRequest,
): Promise<{ sheet: Sheet; answers: SheetAnswer[] } | undefined> {
  if (!request.report.sheet) return undefined
  const answers = await sheetAnswers(api, viewer, request)
  const sheet = buildSheet(request.report, sheetProperties(request), answers)
  return sheet ? { sheet, answers } : undefined
}
