/** Numbers that belong together, one below the other. */
export interface SheetGroupDefinition {
  title: string
  columns: readonly string[]
  /** They describe the last day of the period, so month to date would repeat them. */
  isOfDay?: boolean
}

/** One half of a sheet: the totals of one report. */
export interface SheetBlockDefinition {
  title: string
  /** The key of the report whose totals it shows; the sheet's own report when absent. */
  report?: string
  /** Parts of one whole, drawn as a strip above the numbers. */
  strip?: { whole: string; parts: readonly string[] }
  groups: readonly SheetGroupDefinition[]
  /** The columns by which a league table compares properties. */
  league: readonly string[]
}

/** A report of one property as one sheet, the same on the screen, on paper, as PDF, and in a mail. */
export interface SheetDefinition {
  blocks: readonly SheetBlockDefinition[]
  /** The column of the league tables that ranks properties, the largest first. */
  rankBy: string
}
