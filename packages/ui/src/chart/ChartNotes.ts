import type { DayRange } from '@leaselight/model'
import { createContext } from 'react'

/** What can be done about the days of the charts inside; null where nothing can. */
export interface ChartNotesValue {
  /** Begins a note about some days. */
  onAdd: (days: DayRange) => void
}

/** Lets charts over time begin a note. */
export const ChartNotes = createContext<ChartNotesValue | null>(null)
