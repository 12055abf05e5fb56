export type BoxscoreForm = 'columns' | 'rows' | 'records'

/** How a file is read; names as in the API, since some are words of the file. */
export interface BoxscoreMapping {
  form: BoxscoreForm
  property: string | null
  only: number | null
  communities: Record<string, number>
  line: string | null
  every: string | null
  lines: Record<string, string>
  count: string | null
  fields: Record<string, string>
  format: string | null
}

/** What a file could be, and what a mapping reads of it. */
export interface FilePreview {
  columns: string[]
  rows: number
  sample: string[][]
  mapping: BoxscoreMapping
  community_names: string[]
  words: string[]
  lines: { key: string; label: string }[]
  properties: { id: number; name: string }[]
  left_out: LeftOut[]
  read: number
  problem: string | null
}

export interface LeftOut {
  says: string
  rows: number
}

export interface ReconciliationSummary {
  id: string
  fileName: string
  startDate: string
  endDate: string
  properties: string[]
  lines: number
  differing: number
  records: number
  unexplained: number
  checkedAt: string
  createdAt: string
  mine: boolean
}

export interface ComparedLine {
  line: string
  label: string
  propertyId: number
  property: string
  theirs: number
  ours: number
  difference: number
  reasons: { reason: string; label: string; records: number }[]
  unexplained: number
  hints: string[]
}

export interface NamedRecord {
  line: string
  propertyId: number
  reason: string
  reasonLabel: string
  name: string
  unit: string
  theirRow: number | null
  ourProspectId: number | null
  says: string
  todo: string
}

export interface Reconciliation extends ReconciliationSummary {
  answer: string
  form: BoxscoreForm
  compared: ComparedLine[]
  named: NamedRecord[]
  more: number
  leftOut: LeftOut[]
}
