import type { Cell, DurationUnit } from '../format/values'
import type { Column } from './columns'
import type { PeerStanding, Row } from './result'
import type { UsualCell } from './usualCell'

/** One column of the final table; the first ones name the row. */
export interface TableColumn {
  key: string
  label: string
  definition: string
  /** The name of the group of columns that it is in. */
  group?: string
  align: 'left' | 'right'
  format: Column['format']
  /** The unit of all its durations. */
  unit?: DurationUnit
  optional: boolean
  /** Its numbers are 0 in every row, and were so in the period before. */
  isEmpty?: boolean
  /** Whether it says how many, or relates numbers: a share, a time, a cost; neither of texts. */
  amount?: 'count' | 'rate'
  /** Whether a cell opens the list behind it. */
  drillable: boolean
  better?: 'higher' | 'lower'
  /** It tells how the number before it compares with its usual range. */
  isUsual?: boolean
  /** Whether its numbers are ranked among peers. */
  ranked?: boolean
}

export interface TableRow {
  row: Row
  depth: number
  /** One text for each table column. */
  texts: string[]
  /** The values behind the texts, for sorting and charts. */
  values: Cell[]
  /** It stands for records without a value, such as Unknown: it ranks last. */
  isMissing?: boolean
  /** Nothing happened in it, which is no news either: it can be left out of sight. */
  isSilent?: boolean
  /** A word beside its name that tells it from the others. */
  mark?: string
  /** It has too few cases to be judged. */
  isThin?: boolean
  /** How its main number compares with its usual range, where the table has a column of that. */
  usual?: UsualCell
  /** Where each number is among its peers, by column; only of properties, when they are compared. */
  standings?: Readonly<Record<string, PeerStanding>>
}

/** A report as a table: the same columns for screen, CSV, PDF, and mail, and the same texts for all but CSV. */
export interface TableModel {
  columns: TableColumn[]
  rows: TableRow[]
  total: {
    texts: string[]
    values: Cell[]
    usual?: UsualCell
    /** The medians of properties that are all compared with each other, by column: `median 41%`. */
    medians?: Readonly<Record<string, string>>
  }
  /** The columns that decide between rows that are equal in the sorted one, the largest first. */
  ties?: readonly string[]
  /** What thin rows have too few of: `fewer than 20 asked`. */
  thinBy?: string
  /** By what properties are compared with their peers: `portfolio`, or an attribute. */
  peersBy?: string
}
