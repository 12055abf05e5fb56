import type { RecordOf } from '@leaselight/contract'
import { createEngine, type Engine } from '@leaselight/engine'
import type { Facts } from '@leaselight/facts'
import { AWKWARD_LINES } from '@leaselight/facts/testing'
import { parseState } from '@leaselight/model'
import { callTranscripts } from '@leaselight/reports/definitions'
import { loadQuery } from '@leaselight/reports/server'
import { openTestStore, type TestStore, viewer, withNothingDerived } from '@leaselight/reports/testing'
import { fixtureCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDraw } from './random/draw'
import { halfOfRun, SEED } from './seed'

/**
 * What a search of transcripts finds: whether the texts that were worked out at import are read, or the records, it is what
 * comparing every line with the words finds.
 */
const CALLS = 60
const NEEDLES = 20
const FIRST_ID = 70_000

/** Words with letters of several cases, and what patterns and texts treat specially. */
const AWKWARD_WORDS = [
  ...['k', 'K', '\u212A', 's', '\u017F', 'i', 'I', 'İ', 'ı', 'ß', 'SS', 'ẞ', 'σ', 'Σ', 'ς', 'ΣΊΣ', 'é', 'É', 'e\u0301'],
  ...[
    '%',
    '_',
    '\\',
    '100%',
    '_SURE_',
    '\\ "Q',
    'fi',
    'ﬁ',
    'abc',
    'ＡＢＣ',
    '日本',
    'one\nline',
    'one\rline',
    'e\r\nb',
  ],
  ...[
    'balcony, the BALC',
    'the balcony',
    'ÜNSER B',
    'ünser',
    'KOSTET ça',
    'ǆ',
    'kelvin',
    'fay',
    'tab\there',
    '\u{10428}',
  ],
] as const

const draw = createDraw(SEED)
let store: TestStore
let derived: Engine
let fromRecords: Engine

const anyLine = () => draw.of(AWKWARD_LINES)

const NO_ANNOTATIONS = {
  ...{ greeting: null, name: null, preferences: null, prospect_info: null, prospect_interest: null },
  ...{ prospect_source: null, followup: null },
}

const callOf = (id: number, thread_id: string, started_at: string): RecordOf<'calls'> => ({
  ...{ id, thread_id, started_at, property_id: 11, duration_seconds: 60, outcome: 'answered' },
  ...{ direction: 'inbound', handled_by: 'agent', caller_type: 'other', day_only: false },
})

const transcriptOf = (thread_id: string, lines: readonly string[]): RecordOf<'transcripts'> => ({
  ...{ thread_id, property_id: 11, annotations: NO_ANNOTATIONS },
  utterances: lines.map((transcript, time) => ({ speaker: 'caller', time, transcript })),
})

beforeAll(async () => {
  const ids = Array.from({ length: CALLS }, (_, at) => FIRST_ID + at)
  const calls = ids.map((id) =>
    callOf(id, `search-${id}`, new Date(Date.UTC(2026, 2, 1 + draw.below(12), 12, id - FIRST_ID)).toISOString()),
  )
  const transcripts = ids.map((id) =>
    transcriptOf(
      `search-${id}`,
      Array.from({ length: draw.below(5) }, () => `${anyLine()}${draw.onceIn(2) ? ` ${anyLine()}` : ''}`),
    ),
  )
  store = await openTestStore(fixtureCompany, { calls, transcripts })
  const over = (facts: Facts) =>
    createEngine({ facts, loadQuery, now: () => new Date(fixtureCompany.now), cacheCells: 0 })
  derived = over(store.facts)
  fromRecords = over(withNothingDerived(store.facts))
})
afterAll(() => store.close())

/** Some letters of a line, in any case. */
function someWords(): string {
  const letters = [...anyLine()]
  const start = draw.below(Math.max(letters.length, 1))
  const words = letters.slice(start, start + 1 + draw.below(7)).join('')
  return draw.of([words, words.toUpperCase(), words.toLowerCase()])
}

interface Match {
  thread: string
  mentions: number
  line: string
  place: number
}

/** Every transcript compared line by line. */
const plainly = (words: string): Promise<Match[]> =>
  store.facts.query<Match>(
    `SELECT toString(thread_id) AS thread, length(matching) AS mentions, matching[1] AS line,
       positionCaseInsensitiveUTF8(line, {words:String}) AS place,
       arrayFilter(line -> positionCaseInsensitiveUTF8(line, {words:String}) > 0,
         arrayMap(one -> one.3, JSONExtract(utterances, 'Array(Tuple(speaker String, time Float64, transcript String))'))) AS matching
     FROM transcripts FINAL WHERE startsWith(thread_id, 'search-') AND notEmpty(matching) ORDER BY thread`,
    { words },
  )

/** The text around a match. */
function excerptOf({ line, place }: Match, words: string): string {
  const letters = [...line]
  const begins = Math.max(0, place - 61)
  const ends = place - 1 + [...words].length + 60
  return `${begins > 0 ? '…' : ''}${letters.slice(begins, ends).join('')}${letters.length > ends ? '…' : ''}`
}

async function found(engine: Engine, search: string) {
  const state = parseState(callTranscripts, { start_date: '2026-03-01', end_date: '2026-03-14', search }, 'api')
  const { rows, total } = await engine.runReport(callTranscripts, state, viewer('manager', 201))
  const ours = rows.filter(({ threadId }) => String(threadId).startsWith('search-'))
  return {
    words: state.filters.search.trim(),
    total,
    rows: ours
      .map(({ threadId, mentions, excerpt }) => ({ thread: threadId, mentions, excerpt }))
      .sort((one, other) => (String(one.thread) < String(other.thread) ? -1 : 1)),
    others: rows.length - ours.length,
  }
}

describe('a search of transcripts', () => {
  it(`finds what every line is compared with (RANDOM_SEED=${SEED})`, { timeout: 240_000 }, async () => {
    let matches = 0
    for (const asked of halfOfRun([...AWKWARD_WORDS, ...Array.from({ length: NEEDLES }, someWords)])) {
      const about = `${JSON.stringify(asked)} (RANDOM_SEED=${SEED})`
      const { words, ...result } = await found(derived, asked)
      expect(await found(fromRecords, asked), about).toEqual({ words, ...result })
      if (words === '') {
        expect(result.rows, about).toHaveLength(CALLS)
        continue
      }
      const expected = await plainly(words)
      expect(result.rows, about).toEqual(
        expected.map((match) => ({
          ...{ thread: match.thread, mentions: match.mentions, excerpt: excerptOf(match, words) },
        })),
      )
      if (result.others === 0)
        expect(result.total, about).toMatchObject({
          ...{ calls: expected.length, mentions: expected.reduce((sum, { mentions }) => sum + mentions, 0) },
        })
      matches += expected.length
    }
    expect(matches).toBeGreaterThan(CALLS)
  })

  it('finds words where their index is not made yet, and once it is', async () => {
    const { facts } = store
    const thread = 'search-late'
    /** Of each piece of the table with what was said last, whether it has an index. */
    const indexes = async () => {
      const pieces = await facts.query<{ bytes: number }>(
        `SELECT secondary_indices_uncompressed_bytes AS bytes FROM system.parts
         WHERE active AND database = currentDatabase() AND table = 'call_lines'
           AND name IN (SELECT _part FROM call_lines WHERE thread_id = {thread:String})`,
        { thread },
      )
      return pieces.map(({ bytes }) => bytes > 0)
    }
    await facts.command('SYSTEM STOP MERGES call_lines')
    await store.load({
      calls: [callOf(FIRST_ID + CALLS, thread, '2026-03-03T12:00:00Z')],
      transcripts: [transcriptOf(thread, ['Is the Quixotic Tower yours?', 'It is.'])],
    })
    expect(await indexes()).toEqual([false])
    const before = await found(derived, 'quixotic tower')
    expect(before.rows.map((row) => row.thread)).toEqual([thread])
    await facts.command('SYSTEM START MERGES call_lines')
    await facts.tidy('OPTIMIZE TABLE call_lines FINAL')
    expect(await indexes()).toEqual([true])
    expect(await found(derived, 'quixotic tower')).toEqual(before)
    expect((await found(derived, 'quixotic towel')).rows).toEqual([])
  })

  it('finds with letters from A to Z these alone, so that one text with them in lower case can be searched', async () => {
    const [letters] = await store.facts.query<{
      letters: string[]
      kelvin: number
      accented: number
    }>(`WITH arrayStringConcat(arrayMap(
      code -> multiIf(code < 2048, char(192 + intDiv(code, 64), 128 + code % 64),
        code < 65536, char(224 + intDiv(code, 4096), 128 + intDiv(code, 64) % 64, 128 + code % 64),
        char(240 + intDiv(code, 262144), 128 + intDiv(code, 4096) % 64, 128 + intDiv(code, 64) % 64, 128 + code % 64)),
      arrayFilter(code -> code < 55296 OR code > 57343, range(128, 131072)))) AS others
      SELECT arrayFilter(letter -> positionCaseInsensitiveUTF8(materialize(others), letter) > 0,
        arrayMap(code -> char(code), range(32, 127))) AS letters,
        position(others, '\u212A') AS kelvin, positionCaseInsensitiveUTF8(materialize(others), 'É') AS accented`)
    expect(letters).toEqual({ letters: [], kelvin: expect.any(Number), accented: expect.any(Number) })
    for (const place of [letters?.kelvin, letters?.accented]) expect(place).toBeGreaterThan(0)
  })
})
