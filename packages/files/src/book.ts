import type { League } from '@leaselight/model'
import type { FileRow, FileTable, ReportDocument } from './document'

/** A report with a page for each of several properties, and a league table before them. */
export interface ReportBook {
  /** What all pages have in common: the report, the days, and the filters besides the property. */
  cover: ReportDocument
  league: League
  /** The pages, by the properties' names. */
  pages: readonly { propertyId: number; document: ReportDocument }[]
  /** What is left out, in sentences. */
  leftOut: readonly string[]
}

/** A book's league table as a file's table. */
export function leagueTable({ league, cover }: ReportBook): { table: FileTable; rows: FileRow[]; total: FileRow } {
  const zone = cover.result.timeZone
  const rows = league.rows.map(
    ({ name, texts, values }): FileRow => ({
      depth: 0,
      names: [name],
      nameValues: [name],
      texts,
      values,
      zone,
      judgements: [],
    }),
  )
  const total = { depth: 0, names: ['Total'], nameValues: ['Total'], ...league.total, zone, judgements: [] }
  const name = { key: 'property', label: 'Property', definition: 'What the row stands for: property.' }
  const table: FileTable = {
    nameColumns: [{ ...name, align: 'left', format: 'text', optional: false, drillable: false }],
    columns: league.columns,
    omitted: [],
    length: rows.length,
    total: () => total,
    toRows: () => rows,
  }
  return { table, rows, total }
}
