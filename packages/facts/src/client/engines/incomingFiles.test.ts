import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EntityName, entityNames } from '@leaselight/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Facts, migrate, openFacts } from '../..'
import { Problem } from '../../import/check/problem'
import { Validator } from '../../import/check/validator'
import { recordKeyLine, writeRecordKeys } from '../../import/own/recordKeys'
import { hardRecords } from '../../import/testingRecords'
import { RowPrinter } from '../../import/write/rowPrinter'
import { asFactsError, EngineUnavailable } from '../errors'
import { Lines } from '../lines'

let dir: string
let incoming: string
let facts: Facts
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'leaselight-files-'))
  incoming = join(dir, 'facts', 'incoming')
  mkdirSync(incoming, { recursive: true })
  writeFileSync(join(incoming, '0'), 'what a killed process left')
  facts = await openFacts({ dataDir: dir })
  await migrate(facts)
})
afterAll(async () => {
  await facts.close()
  await rm(dir, { recursive: true, force: true })
})

/** Enough for a file, whatever their lines say. */
const MANY = 8_000

/** Lines of an entity: a record with every field, one with as few as it may have, and a mark of a removed one. */
function linesOf(name: EntityName): string[] {
  const printer = new RowPrinter(name)
  const validator = new Validator(name)
  const lines = hardRecords(name).map((record) => {
    const row = validator.validate(record, 1)
    if (row instanceof Problem) throw new Error(`${name} ${row.field} ${row.sentence}`)
    return printer.recordLine(row, printer.date(row, 'America/New_York').derived, 5)
  })
  return [...lines, printer.tombstone(1, 3, { propertyId: 7, day: '2026-03-08' }, 5)]
}

function repeated(lines: readonly string[], count: number): Lines {
  const all = new Lines()
  for (let at = 0; at < count; at++) all.add(lines[at % lines.length] ?? '')
  return all
}

const stored = (table: string) => facts.query(`SELECT DISTINCT * FROM ${table} ORDER BY ALL`)

describe('many rows, which go in by a file', () => {
  it.each(entityNames)('of %s are as few rows in a statement', async (name) => {
    const printer = new RowPrinter(name)
    const lines = linesOf(name)
    await printer.write(facts, repeated(lines, lines.length))
    const few = await stored(name)
    expect(few.length).toBe(3)
    await facts.command(`TRUNCATE TABLE ${name}`)
    const many = repeated(lines, MANY)
    expect(many.bytes.length).toBeGreaterThan(600_000)
    await printer.write(facts, many)
    expect(await stored(name)).toEqual(few)
    await facts.command(`TRUNCATE TABLE ${name}`)
  })

  it('of keys are, too', async () => {
    const place = { propertyId: 7, day: '2026-03-08' }
    const keys = Array.from({ length: 20_000 }, (_, id) => recordKeyLine('messages', 1, id + 1, place, 5))
    await writeRecordKeys(facts, repeated(keys, keys.length))
    const [found] = await facts.query('SELECT count() AS count, sum(id) AS ids, any(day) AS day FROM record_keys')
    expect(found).toEqual({ count: 20_000, ids: 200_010_000, day: place.day })
  })

  it('are one piece, so that whenever a process dies all of them are there or none', async () => {
    await new RowPrinter('touches').write(facts, repeated(linesOf('touches').slice(0, 1), 150_000))
    const pieces = await facts.query(
      `SELECT max_block_number - min_block_number AS merged FROM system.parts WHERE table = 'touches' AND active`,
    )
    expect(pieces).toEqual([{ merged: 0 }])
  })

  it('leave no file, also where they can not be read', async () => {
    const broken = repeated(
      ['[not a row, and longer than a hundred bytes so that there are enough of them for a file of their own, too]'],
      MANY,
    )
    await expect(new RowPrinter('messages').write(facts, broken)).rejects.toThrow(/Cannot parse input/)
    expect(readdirSync(incoming)).toEqual([])
    expect(statSync(incoming).mode & 0o777).toBe(0o700)
  })
})

it('go in where the name of the data folder reads as a pattern', async () => {
  const strange = await mkdtemp(join(tmpdir(), 'leaselight-{a,b}*?-'))
  // A process has one store at a time.
  await facts.close()
  facts = await openFacts({ dataDir: strange })
  await migrate(facts)
  await new RowPrinter('touches').write(facts, repeated(linesOf('touches'), MANY))
  expect(await facts.query('SELECT count() AS count FROM touches')).toEqual([{ count: 3 }])
  vi.stubEnv('TMPDIR', strange)
  await expect(facts.insertNative('touches', ['id'], facts.native('SELECT id FROM touches'))).rejects.toThrow(
    /can’t read .*without/,
  )
  vi.unstubAllEnvs()
  await rm(strange, { recursive: true })
})

it('says so where the disk has no room for the file', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(asFactsError(full)).toBeInstanceOf(EngineUnavailable)
  expect(asFactsError(full).message).toMatch(/^The disk of the data store is full\./)
})
