import { type EntityName, entityNames, entityOf } from '@leaselight/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Lines } from '../../client/lines'
import { factsWith, type TempFacts, tempFacts } from '../../testing'
import { Problem } from '../check/problem'
import { type Row, Validator } from '../check/validator'
import { hardRecords } from '../testingRecords'
import { RowPrinter } from '../write/rowPrinter'
import type { FindKnown } from './recordKeys'
import { StoredRecords } from './storedRecords'

let store: TempFacts
beforeAll(async () => {
  store = await tempFacts()
})
afterAll(() => store.close())

/** Enough that an embedded store reads them from a file. */
const FILE_BYTES = 700_000

const LINE = '\u2028'

function rowsOf(name: EntityName, records: readonly object[]): Row[] {
  const validator = new Validator(name)
  return records.map((record) => {
    const row = validator.validate(record, 1)
    if (row instanceof Problem) throw new Error(`${name} ${row.field} ${row.sentence}`)
    row.companyId = 1
    return row
  })
}

async function write(name: EntityName, rows: readonly Row[]): Promise<void> {
  const printer = new RowPrinter(name)
  const lines = new Lines()
  for (const row of rows) lines.add(printer.recordLine(row, printer.date(row, 'America/New_York').derived, 5))
  await printer.write(store.facts, lines)
}

/** Compares rows that were found to be known, and says what the store answered. */
async function compared(name: EntityName, rows: readonly Row[]) {
  const printer = new RowPrinter(name)
  const answers: string[] = []
  const watched = factsWith(store.facts, {
    query: async <T>(...given: Parameters<typeof store.facts.query>) => {
      const found = await store.facts.query<T>(...given)
      answers.push(...(found as { other: string }[]).map(({ other }) => other))
      return found
    },
  })
  const known: FindKnown = (row) => {
    const { day } = printer.date(row, 'America/New_York')
    return { companyId: 1, newestVersion: 5, locations: [{ propertyId: row.propertyId, day }] }
  }
  const stored = new StoredRecords()
  await stored.compareWhereKnown(watched, name, rows, known)
  return { stored, answers }
}

describe('a record that comes in as it is stored', () => {
  it.each(entityNames)('of %s is printed as it came, and so is not taken apart', async (name) => {
    const rows = rowsOf(name, hardRecords(name))
    await write(name, rows)
    const few = await compared(name, rows)
    expect(rows.map((row) => few.stored.equals(row))).toEqual([true, true])
    // All but one of the line ends that are none in JSON, which the engine escapes. Such texts are taken apart.
    expect(few.answers.toSorted()).toEqual(
      rows.map(({ id, body }) => `[${JSON.stringify(id)},${body.replaceAll(LINE, '\\u2028')}]`).toSorted(),
    )

    const { key } = entityOf(name)
    const whole = JSON.parse(JSON.stringify(hardRecords(name)[0]).replaceAll(LINE, ''))
    const count = Math.ceil(FILE_BYTES / (rows[0]?.body.length ?? 1))
    const many = rowsOf(
      name,
      Array.from({ length: count }, (_, at) => ({ ...whole, [key]: 10 + at })),
    )
    await write(name, many)
    const all = await compared(name, many)
    expect(many.every((row) => all.stored.equals(row))).toBe(true)
    // Nothing but its key comes back.
    if (store.facts.embedded) expect(new Set(all.answers)).toEqual(new Set(['']))
  })
})

describe('a record that comes in otherwise than it is stored', () => {
  const plain = (id: number, more: object = {}) => ({
    ...{ id, property_id: 7, prospect_id: 1, sent_at: '2026-06-01T12:00:00Z', channel: 'email' },
    ...{ direction: 'outbound', origin: 'agent', ...more },
  })
  const ids = Array.from({ length: 6_000 }, (_, at) => 100 + at)

  it('is recognized by the store, which sends no text of it, also beside an id that comes twice', async () => {
    await write(
      'messages',
      rowsOf(
        'messages',
        ids.map((id) => plain(id)),
      ),
    )
    const changed = (id: number) => id % 3 === 0
    const rows = rowsOf('messages', [
      ...ids.map((id) => plain(id, changed(id) ? { agent_id: 9 } : {})),
      plain(ids[0] ?? 0, { channel: 'text' }),
    ])
    const { stored, answers } = await compared('messages', rows)
    expect(rows.map((row) => stored.has(row))).toEqual(rows.map(() => true))
    expect(rows.map((row) => stored.equals(row))).toEqual([...ids.map((id) => !changed(id)), false])
    if (store.facts.embedded) expect(new Set(answers.filter((answer) => answer.length < 2))).toEqual(new Set(['', '-']))
    expect(answers.filter((answer) => answer.length > 1)).toHaveLength(store.facts.embedded ? 1 : ids.length)
  })

  it('is the same where only the order of the fields of an object differs, and else is not', async () => {
    const call = (id: number, utterance: object) => ({ thread_id: `t${id}`, property_id: 7, utterances: [utterance] })
    const utterance = { speaker: 'agent', time: 1, transcript: 'word '.repeat(30) }
    const { transcript, ...others } = utterance
    await write(
      'transcripts',
      rowsOf(
        'transcripts',
        ids.map((id) => call(id, utterance)),
      ),
    )
    const rows = rowsOf(
      'transcripts',
      ids.map((id) => call(id, id % 2 ? { transcript, ...others } : { ...utterance, time: 2 })),
    )
    const { stored } = await compared('transcripts', rows)
    expect(rows.map((row) => stored.equals(row))).toEqual(ids.map((id) => id % 2 === 1))
  })
})
