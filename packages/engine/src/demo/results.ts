import type { QueryOptions } from '@leaselight/facts'
import type { Columns, PeerComparison, ReportResult, Row } from '@leaselight/model'
import { type ProspectContact, readProspectContacts } from '../lists/contacts'
import type { QueryRunner } from '../plan/cache'
import type { Anonymizer, Participant } from './anonymizer'
import { findMentionedPeople } from './people'

/** Fields that identify a row or come from the company context, which is already anonymized. */
const UNCHANGED_FIELDS = new Set(['key', 'parent', 'property', 'agent', 'timeZone'])

/** Anonymizes a report's result for a sales demo: row labels and notes may contain names. */
export function anonymizeResult(result: ReportResult, disguise: Anonymizer): ReportResult {
  return {
    ...result,
    rows: result.rows.map((row) => anonymizeRow(row, disguise)),
    priorRows: result.priorRows.map((row) => anonymizeRow(row, disguise)),
    notes: result.notes.map(disguise.text),
    ...(result.peers && { peers: anonymizePeers(result.peers, disguise) }),
  }
}

/** The attributes of properties are texts that people typed. */
const anonymizePeers = ({ by, rows }: PeerComparison, { text }: Anonymizer): PeerComparison => ({
  by: text(by),
  rows: rows.map(({ key, group, standings }) => ({
    key,
    group: group === null ? null : text(group),
    standings: Object.fromEntries(
      Object.entries(standings).map(([column, one]) => [column, { ...one, words: text(one.words) }]),
    ),
  })),
})

/** Anonymizes the texts of a row. */
export function anonymizeRow(row: Row, disguise: Anonymizer): Row {
  const shown = { ...row }
  for (const [name, cell] of Object.entries(row))
    if (typeof cell === 'string' && !UNCHANGED_FIELDS.has(name)) shown[name] = disguise.text(cell)
  return shown
}

interface ListInput {
  rows: readonly Row[]
  /** The prospect behind each row; 0 where unknown. */
  prospects: readonly number[]
  columns: Columns
  anonymizer: Anonymizer
  companyId: number
  peopleAtHand: string | null
}

/** Anonymizes listed records for a sales demo. A column's declared content decides how its cells are anonymized. */
export async function anonymizeList(
  { rows, prospects, columns, anonymizer, companyId, peopleAtHand }: ListInput,
  facts: QueryRunner,
  options: QueryOptions,
): Promise<Row[]> {
  const holding = (what: string): string[] =>
    Object.entries(columns).flatMap(([key, column]) =>
      column.kind === 'fact' && column.personalData === what ? [key] : [],
    )
  const [people, phones, emails, speech, recordings] = ['person', 'phone', 'email', 'speech', 'recording'].map(holding)
  const said = rows.flatMap((row) => (speech ?? []).map((key) => String(row[key] ?? '')))
  const [contacts, mentioned] = speech?.length
    ? await Promise.all([
        readProspectContacts(facts, { companyId, peopleAtHand }, prospects, options),
        findMentionedPeople(facts, companyId, said, options),
      ])
    : [new Map<number, ProspectContact>(), []]
  return rows.map((row, index) => {
    const shown = anonymizeRow(row, anonymizer)
    const prospectId = prospects[index] || null
    const text = (key: string): string | null => (typeof row[key] === 'string' ? row[key] : null)
    const behind: Participant[] = [
      ...(people ?? []).map((key) => ({ prospectId, name: text(key) })),
      { prospectId, name: contacts.get(prospectId ?? 0)?.name ?? null },
    ]
    for (const key of people ?? []) shown[key] = row[key] === null ? null : anonymizer.person(prospectId, text(key))
    for (const key of phones ?? []) shown[key] = anonymizer.phone(text(key))
    for (const key of emails ?? []) shown[key] = anonymizer.email(prospectId ?? 0, text(key))
    for (const key of recordings ?? []) shown[key] = null
    for (const key of speech ?? []) {
      const words = text(key)?.toLowerCase() ?? ''
      const spokenOf = mentioned.filter(({ name }) => words.includes(name?.toLowerCase() ?? ''))
      shown[key] = dropPartialWords(anonymizer.speech(text(key) ?? '', [...behind, ...spokenOf]))
    }
    return shown
  })
}

/** An excerpt may start or end within a name, where it couldn't be recognized. */
const dropPartialWords = (excerpt: string): string => excerpt.replace(/^…\S*/u, '…').replace(/\S*…$/u, '…')
