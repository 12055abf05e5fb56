import type { Facts } from '../../client/facts'
import type { Row } from '../check/validator'
import { idConditions } from '../own/recordKeys'

/** A line of `prospect_marks`. */
export interface Exclusion {
  company_id: number
  id: number
  not_a_prospect: 0 | 1
  deleted: 0 | 1
  version: number
}

const exclusionOf = (row: Row, version: number): Exclusion => ({
  company_id: row.companyId,
  id: Number(row.id),
  not_a_prospect: row.inspected === '1' ? 1 : 0,
  deleted: row.deleted ? 1 : 0,
  version,
})

/** Marks the prospects that are no prospects or removed, and takes the mark off those that had one and are back. */
export async function writeExclusions(
  facts: Facts,
  rows: Iterable<Row>,
  isKnown: (row: Row) => boolean,
  version: number,
): Promise<void> {
  const marks: Exclusion[] = []
  const plain = new Map<number, Exclusion[]>()
  for (const row of rows) {
    const mark = exclusionOf(row, version)
    if (mark.not_a_prospect || mark.deleted) marks.push(mark)
    // A prospect that is new can't have had a mark.
    else if (isKnown(row)) {
      const candidates = plain.get(row.companyId)
      if (candidates) candidates.push(mark)
      else plain.set(row.companyId, [mark])
    }
  }
  for (const [company, candidates] of plain) marks.push(...(await alreadyExcluded(facts, company, candidates)))
  await facts.insert('prospect_marks', marks)
}

/** Those of a company's prospects that stand among the marks. */
async function alreadyExcluded(facts: Facts, company: number, candidates: Exclusion[]): Promise<Exclusion[]> {
  const marked = new Set<number>()
  for (const { condition, params } of idConditions(
    facts,
    'id',
    candidates.map((mark) => mark.id),
  )) {
    const found = await facts.query<{ id: number }>(
      `SELECT DISTINCT id FROM prospect_marks WHERE company_id = {company:UInt64} AND ${condition}`,
      { ...params, company },
    )
    for (const { id } of found) marked.add(id)
  }
  return candidates.filter((mark) => marked.has(mark.id))
}
