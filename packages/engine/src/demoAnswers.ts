import type { QueryOptions } from '@leaselight/facts'
import type { Columns, ReportResult, Row } from '@leaselight/model'
import type { Disguise, Participant } from './demo'
import { namesOf, peopleNamedIn } from './demoPeople'
import type { Answering } from './memory'

/** Fields that name a row or come from the directory, which is in disguise already. */
const asTheyAre = new Set(['key', 'parent', 'property', 'agent', 'timeZone'])

/** A report's answer for a sales demo: what its rows are called may hold a name, and so may its sentences. */
export function disguisedResult(result: ReportResult, disguise: Disguise): ReportResult {
  return {
    ...result,
    rows: result.rows.map((row) => disguisedRow(row, disguise)),
    priorRows: result.priorRows.map((row) => disguisedRow(row, disguise)),
    notes: result.notes.map(disguise.text),
  }
}

function disguisedRow(row: Row, disguise: Disguise): Row {
  const shown = { ...row }
  for (const [name, cell] of Object.entries(row))
    if (typeof cell === 'string' && !asTheyAre.has(name)) shown[name] = disguise.text(cell)
  return shown
}

interface Listed {
  rows: readonly Row[]
  /** The prospect behind each row; 0 where none is known. */
  prospects: readonly number[]
  columns: Columns
  disguise: Disguise
  companyId: number
}

/** Listed records for a sales demo; what their columns declare to hold decides what becomes of a cell. */
export async function disguisedList(
  { rows, prospects, columns, disguise, companyId }: Listed,
  facts: Answering,
  options: QueryOptions,
): Promise<Row[]> {
  const holding = (what: string): string[] =>
    Object.entries(columns).flatMap(([key, column]) => (column.kind === 'fact' && column.holds === what ? [key] : []))
  const [people, phones, speech, recordings] = ['person', 'phone', 'speech', 'recording'].map(holding)
  const said = rows.flatMap((row) => (speech ?? []).map((key) => String(row[key] ?? '')))
  const [names, mentioned] = speech?.length
    ? await Promise.all([namesOf(facts, companyId, prospects, options), peopleNamedIn(facts, companyId, said, options)])
    : [new Map<number, string>(), []]
  return rows.map((row, index) => {
    const shown = disguisedRow(row, disguise)
    const prospectId = prospects[index] || null
    const text = (key: string): string | null => (typeof row[key] === 'string' ? row[key] : null)
    const behind: Participant[] = [
      ...(people ?? []).map((key) => ({ prospectId, name: text(key) })),
      { prospectId, name: names.get(prospectId ?? 0) ?? null },
    ]
    for (const key of people ?? []) shown[key] = row[key] === null ? null : disguise.person(prospectId, text(key))
    for (const key of phones ?? []) shown[key] = disguise.phone(text(key))
    for (const key of recordings ?? []) shown[key] = null
    for (const key of speech ?? []) {
      const words = text(key)?.toLowerCase() ?? ''
      const spokenOf = mentioned.filter(({ name }) => words.includes(name?.toLowerCase() ?? ''))
      shown[key] = withoutHalves(disguise.speech(text(key) ?? '', [...behind, ...spokenOf]))
    }
    return shown
  })
}

/** An excerpt may begin or end in the middle of a name, where nobody could find it. */
const withoutHalves = (excerpt: string): string => excerpt.replace(/^…\S*/u, '…').replace(/\S*…$/u, '…')
