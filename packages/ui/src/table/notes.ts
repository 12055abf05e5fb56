import { createContext } from 'react'

/** A few words after a number of a table, such as its goal. */
export interface CellNote {
  text: string
  /** The whole, as a tooltip. */
  title: string
  tone: 'good' | 'bad' | null
}

/** The note of a row's number, or of the total's where the row is null. */
export type NoteOf = (row: string | null, column: string) => CellNote | undefined

/** The notes of the tables inside. */
export const CellNotes = createContext<NoteOf | null>(null)
