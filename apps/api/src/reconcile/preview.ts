import { guessBoxscore, isSumRow, parseBoxscoreMapping, readBoxscore, readBoxscoreTable } from '@leaselight/connectors'
import { InputError, reconcileLines, type Viewer } from '@leaselight/model'
import { listReconciliations } from '@leaselight/state'
import type { Api } from '../http/context'
import { openProperties } from './compare'

const SAMPLE_ROWS = 5
const MAX_WORDS = 200

/** What a request wants to try: a mapping, or a form to guess one for. */
export interface PreviewRequest {
  mapping?: unknown
  form?: 'columns' | 'rows' | 'records' | undefined
}

/**
 * Reads a file with a mapping, or guesses one: that of the last file with the same columns, or by names and values. Stores
 * nothing.
 */
export async function previewBoxscore(
  api: Pick<Api, 'engine' | 'state'>,
  viewer: Viewer,
  { mapping, form }: PreviewRequest,
  file: Uint8Array,
) {
  const directory = await api.engine.companyContext(viewer)
  const properties = openProperties(directory)
  const table = await readBoxscoreTable(file)
  const guess = guessBoxscore(table, { companyId: viewer.companyId, properties }, form)
  const last = mapping === undefined && form === undefined ? await lastMapping(api, viewer, table.columns) : undefined
  const chosen =
    mapping ?? (last ? { ...last, communities: { ...guess.mapping.communities, ...last.communities } } : guess.mapping)
  const zones = new Map(properties.map(({ id, timeZone }) => [id, timeZone]))
  const valuesOf = (column: string | null) =>
    distinct(
      table.rows.map(({ cells }) => cells[table.columns.indexOf(column ?? '')] ?? '').filter((text) => !isSumRow(text)),
    )
  const common = {
    columns: table.columns,
    rows: table.rows.length,
    sample: table.rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells),
    lines: reconcileLines.map(({ key, label }) => ({ key, label })),
    properties: properties.map(({ id, name }) => ({ id, name })),
  }
  try {
    const parsed = parseBoxscoreMapping(chosen, table.columns)
    const read = readBoxscore(table, parsed, (id) => zones.get(id))
    const communities = valuesOf(parsed.property)
    const words =
      parsed.form === 'columns'
        ? distinct([...Object.keys(parsed.lines), ...guess.unknownLines])
        : valuesOf(parsed.line)
    return {
      ...common,
      mapping: parsed,
      community_names: communities,
      words,
      unknown_properties: communities.filter((name) => !Object.hasOwn(parsed.communities, name)),
      unknown_lines: words.filter((word) => !Object.hasOwn(parsed.lines, word)),
      left_out: read.leftOut,
      read: read.records.length + read.totals.length,
      problem: null,
    }
  } catch (error) {
    // A mapping that isn't complete yet is what the page asks about.
    if (!(error instanceof InputError)) throw error
    const shown = mapping === undefined ? guess.mapping : mapping
    return {
      ...common,
      mapping: shown,
      community_names: valuesOf(propertyOf(shown)),
      words: [],
      ...{ unknown_properties: guess.unknownProperties, unknown_lines: guess.unknownLines },
      ...{ left_out: [], read: 0, problem: error.message },
    }
  }
}

const distinct = (all: readonly string[]): string[] =>
  [...new Set(all)].filter((text) => text !== '').slice(0, MAX_WORDS)

const propertyOf = (mapping: unknown): string | null =>
  typeof mapping === 'object' && mapping !== null && 'property' in mapping && typeof mapping.property === 'string'
    ? mapping.property
    : null

/** The mapping of the latest file with the same columns. */
async function lastMapping(api: Pick<Api, 'state'>, viewer: Viewer, columns: readonly string[]) {
  const same = (await listReconciliations(api.state, viewer.companyId)).find(
    (one) => JSON.stringify(one.columns) === JSON.stringify(columns),
  )
  if (!same) return undefined
  try {
    return parseBoxscoreMapping(same.mapping, columns)
  } catch (error) {
    // A line that an older version had.
    if (error instanceof InputError) return undefined
    throw error
  }
}
