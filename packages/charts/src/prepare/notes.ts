import { type DayRange, noteLine, type ReportResult, readingDay } from '@leaselight/model'
import type { ChartModel, ChartNote } from '../model'

/** A chart over time with the notes on the timeline at its days; any other chart as it is. */
export function withNotes(model: ChartModel | null, result: ReportResult): ChartModel | null {
  const { timelineNotes } = result
  const reader = readingDay(result)
  if (!model?.days || model.layout === 'rows' || !timelineNotes || reader === null) return model
  const { days } = model
  const notes = timelineNotes.flatMap((note, index): ChartNote[] => {
    const place = placeOf(days, { start: note.startDate, end: note.endDate })
    return place ? [{ ...place, number: index + 1, text: noteLine(note, reader) }] : []
  })
  return notes.length > 0 ? { ...model, notes } : model
}

/** The first and the last of a chart's categories that some days touch. */
function placeOf(days: readonly DayRange[], { start, end }: DayRange): Pick<ChartNote, 'from' | 'to'> | null {
  const touched = days.flatMap((one, index) => (one.start <= end && one.end >= start ? [index] : []))
  const [from = null, to = from] = [touched[0], touched.at(-1)]
  return from !== null && to !== null ? { from, to } : null
}
