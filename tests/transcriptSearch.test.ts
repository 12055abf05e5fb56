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

beforeAll(async () => {
  const ids = Array.from({ length: CALLS }, (_, at) => FIRST_ID + at)
  const calls = ids.map(
    (id): RecordOf<'calls'> => ({
      ...{ id, property_id: 11, thread_id: `search-${id}`, duration_seconds: 60, outcome: 'answered' },
      ...{ direction: 'inbound', handled_by: 'agent', caller_type: 'other', day_only: false },
      started_at: new Date(Date.UTC(2026, 2, 1 + draw.below(12), 12, id - FIRST_ID)).toISOString(),
    }),
  )
  const transcripts = ids.map((id): RecordOf<'transcripts'> => {
    const lines = Array.from({ length: draw.below(5) }, () => `${anyLine()}${draw.onceIn(2) ? ` ${anyLine()}` : ''}`)
    return {
      ...{ thread_id: `search-${id}`, property_id: 11, annotations: NO_ANNOTATIONS },
      utterances: lines.map((transcript, time) => ({ speaker: 'caller', time, transcript })),
    }
  })
  store = await openTestStore(fixtureCompany, { calls, transcripts })
  const over = (facts: Facts) =>
    createEngine({ facts, loadQuery, now: () => new Date(fixtureCompany.now), cacheCells: 0 })
  derived = over(store.facts)
  fromRecords = over(withNothingDerived(store.facts))
})
afterAll(() => store.close())

const NO_ANNOTATIONS = {
  ...{ greeting: null, name: null, preferences: null, prospect_info: null, prospect_interest: null },
  ...{ prospect_source: null, followup: null },
}

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
