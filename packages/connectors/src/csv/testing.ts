import type { RejectionInput } from '@leaselight/facts'
import type { ReferenceData } from '../referenceData'
import type { ReadCounts } from '../report'
import { testReferenceData } from '../testing'
import { parseCsvMapping } from './mapping'
import { translateCsv } from './translate'

/** A table's translation, in memory. */
export interface TranslatedTable {
  records: Record<string, unknown>[]
  rejections: RejectionInput[]
  notes: { field: string; reason: string }[]
  unused: string[]
  rows: ReadCounts | undefined
  stopped: string | null
}

/** Translates a table's text or bytes, read in chunks of the given number of bytes. */
export async function translateTable(
  text: string | Uint8Array,
  mapping: object,
  { piece = 64, reference = testReferenceData }: { piece?: number; reference?: ReferenceData } = {},
): Promise<TranslatedTable> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += piece) yield bytes.subarray(start, start + piece)
  }
  const made: TranslatedTable = { records: [], rejections: [], notes: [], unused: [], rows: undefined, stopped: null }
  const { read, stopped } = await translateCsv(pieces(), parseCsvMapping(mapping), {
    reference,
    sink: {
      record: (_entity, line, record) => made.records.push({ line, ...record }),
      reject: (rejection) => made.rejections.push(rejection),
      note: (_entity, field, reason) => made.notes.push({ field, reason }),
      unused: (column) => made.unused.push(column),
    },
    pause: async () => undefined,
  })
  return { ...made, rows: read.rows, stopped }
}
