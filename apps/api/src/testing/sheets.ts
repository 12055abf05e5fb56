import {
  buildSheet,
  type Json,
  monthToDate,
  parseState,
  type ReportDefinition,
  resultFrom,
  type SheetAnswer,
  type SheetLine,
  type SheetProperty,
  serializeState,
  stateSeenFrom,
} from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'

/** Every line of a report's sheet, made of what REST answers, as the screen makes it. */
export async function sheetOnScreen(
  report: ReportDefinition,
  params: Record<string, string>,
  properties: readonly SheetProperty[],
  ask: (url: string, params: Record<string, string>) => Promise<Json>,
) {
  const state = parseState(report, params, 'api')
  const answers = (report.sheet?.blocks ?? []).map(async (block): Promise<SheetAnswer> => {
    const of = reportByKey(block.report ?? report.key) ?? report
    const answer = async (seen: ReturnType<typeof stateSeenFrom>) =>
      resultFrom(await ask(`/api/reports/${of.key}`, serializeState(of, seen)))
    const seen = stateSeenFrom({ report, state }, of)
    const result = await answer(seen)
    const toDate =
      result.period && (await answer(stateSeenFrom({ report, state }, of, { filters: monthToDate(result.period) })))
    return { report: of, state: seen, result, toDate }
  })
  const sheet = buildSheet(report, properties, await Promise.all(answers))
  const lines = (sheet?.blocks ?? []).flatMap(({ groups }) => groups.flatMap((group): SheetLine[] => group.lines))
  return { sheet, lines }
}
