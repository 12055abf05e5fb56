import type { DayRange } from '@leaselight/model'
import type { ChartModel, ChartNote } from '../model'
import type { Size } from '../panels'
import { hasMarks, MARK_DROP, noteMarks, noteRoom, timePanels } from './notes'
import type { ToPixel } from './spots'
import type { ChartTheme } from './theme'

/** A rectangle below an axis, in pixels. */
interface Below {
  panel: number
  left: number
  top: number
  width: number
  height: number
}

/** Where a mark of notes is. */
export interface NoteSpot extends Below {
  notes: ChartNote[]
}

/** Where the days of a category are named. */
export interface DaySpot extends Below {
  name: string
  days: DayRange
}

/** What stands below the time axes of a chart. */
export interface Timeline {
  notes: NoteSpot[]
  days: DaySpot[]
}

export const noTimeline: Timeline = { notes: [], days: [] }

/** The side of what is hit instead of a small mark. */
const HIT = 24
/** The room of an axis's labels. */
const LABELS = 22

/** Where notes and days are below the time axes of a drawn chart; nothing for charts of anything but time. */
export function timelineOf(model: ChartModel, theme: ChartTheme, size: Size, toPixel: ToPixel): Timeline {
  const { days, categories, notes = [], layout, min = 0 } = model
  if (!days || layout === 'rows') return noTimeline
  const panels = timePanels(model).flatMap((_, panel) => {
    if (!hasMarks(model, panel, size)) return []
    const [first, bottom] = toPixel(panel, 0, min)
    const [last] = toPixel(panel, categories.length - 1, min)
    const step = categories.length > 1 ? (last - first) / (categories.length - 1) : size.width / 2
    return [{ panel, first, bottom, step }]
  })
  const room = noteRoom(model, theme)
  return {
    notes: panels.flatMap(({ panel, first, bottom, step }) =>
      noteMarks(model, size).map((mark) => ({
        notes: mark.notes.flatMap((position) => notes[position] ?? []),
        panel,
        left: first + mark.at * step - HIT / 2,
        top: bottom + room / 2 + MARK_DROP - HIT / 2,
        width: HIT,
        height: HIT,
      })),
    ),
    days: panels.flatMap(({ panel, first, bottom, step }) =>
      days.map((range, index) => ({
        name: categories[index] ?? '',
        days: range,
        panel,
        left: first + (index - 0.5) * step,
        top: bottom + 1,
        width: step,
        height: room + LABELS,
      })),
    ),
  }
}
