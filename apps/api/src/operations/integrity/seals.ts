import { derivedTables, inspectTables, repairDerived, type TableDamage, type TableSeal } from '@leaselight/facts'
import {
  forgetSeals,
  pauseSeals,
  readSealPause,
  readSeals,
  resumeSeals,
  type StoredSeal,
  writeSeals,
} from '@leaselight/state'
import { z } from 'zod'
import { CliError } from '../../console/console'
import { pairProblem, type StorePair } from './pair'

const part = z.object({
  name: z.string(),
  partition: z.string(),
  first: z.number(),
  last: z.number(),
  rows: z.number(),
  sum: z.string(),
})
const sealShape: z.ZodType<TableSeal> = z.object({
  table: z.string(),
  rows: z.number(),
  parts: z.array(part),
  knownBroken: z.array(z.string()),
})
const damageShape: z.ZodType<TableDamage> = z.object({
  table: z.string(),
  rows: z.number(),
  parts: z.array(z.string()),
})

/** What a derived table loses is worked out again from the records. */
const isDerived = (table: string): boolean => derivedTables.some(({ name }) => name === table)

/**
 * Compares the facts with their seals, which are in the state store, and seals what is whole as it is now. A table that
 * has lost something keeps its seal and counts as damaged until an operator accepts it. Returns the damaged tables.
 */
export async function inspectFacts({ facts, state }: StorePair, now: Date): Promise<TableDamage[]> {
  const pause = await readSealPause(state)
  const stored = (await readSeals(state)).map(({ seal, damage }) => ({
    seal: sealShape.parse(seal),
    damage: damageShape.nullable().parse(damage),
  }))
  const known = stored.flatMap(({ damage }) => damage ?? [])
  if (pause && pause > now) return known
  const { seals, damage: all } = await inspectTables(
    facts,
    stored.map(({ seal }) => seal),
  )
  const damage = all.filter(({ table }) => !isDerived(table))
  if (damage.length < all.length) await repairDerived(facts)
  const rows: StoredSeal[] = []
  const damaged = known.filter(({ table }) => !seals.some((seal) => seal.table === table))
  for (const seal of seals) {
    const before = stored.find((candidate) => candidate.seal.table === seal.table)
    const found = before?.damage ?? damage.find(({ table }) => table === seal.table)
    if (found) damaged.push(found)
    if (found && !before?.damage) rows.push({ table: seal.table, seal: before?.seal ?? seal, damage: found })
    else if (!found && JSON.stringify(before?.seal) !== JSON.stringify(seal))
      rows.push({ table: seal.table, seal, damage: null })
  }
  // What was seen before a removal began says nothing about the time after it.
  await writeSeals(state, rows, now, pause)
  return damaged
}

/** Seals the facts as they are, whatever is missing: after a copy, or when the operator says so. */
export async function acceptFacts({ facts, state }: StorePair, now: Date): Promise<void> {
  await forgetSeals(state)
  const { seals } = await inspectTables(facts, [])
  const rows = seals.map((seal) => ({ table: seal.table, seal, damage: null }))
  await writeSeals(state, rows, now, await readSealPause(state))
}

/** How often each store's facts are being removed from by this process. */
const removing = new WeakMap<StorePair['state'], number>()

/** Runs work that removes rows on purpose. Nothing is sealed or compared meanwhile; afterwards the facts are sealed. */
export async function whileRemoving<T>(stores: StorePair, now: Date, work: () => Promise<T>): Promise<T> {
  const { state } = stores
  const count = (change: number) => {
    const next = (removing.get(state) ?? 0) + change
    removing.set(state, next)
    return next
  }
  count(1)
  try {
    await pauseSeals(state, now)
    return await work()
  } finally {
    if (count(-1) === 0) {
      await resumeSeals(state, now)
      await inspectFacts(stores, now)
    }
  }
}

/** What an operator reads about damaged tables. */
function damageSentence(damaged: readonly TableDamage[]): string {
  const tables = damaged.map(({ table, rows, parts }) => {
    const missing = rows > 0 ? `at least ${rows.toLocaleString('en-US')} rows` : 'an unknown number of rows'
    return `${table} lacks ${missing} (${parts.join(', ')})`
  })
  return (
    `Part of the facts is lost or unreadable: ${tables.join('; ')}. Reports count too little. ` +
    'Restore the latest backup, or import the records again and then run npm run check -- --accept'
  )
}

/** What is wrong with an installation's stores, as a sentence for operators; undefined when nothing is. */
export async function integrityProblem(stores: StorePair, now: Date): Promise<string | undefined> {
  const foreign = await pairProblem(stores)
  if (foreign !== undefined) return foreign
  const damaged = await inspectFacts(stores, now)
  return damaged.length > 0 ? damageSentence(damaged) : undefined
}

/** Throws a sentence when part of the facts is lost: a copy would pass the loss off as the whole. */
export async function requireWhole(stores: StorePair, now: Date): Promise<void> {
  const damaged = await inspectFacts(stores, now)
  if (damaged.length > 0) throw new CliError(`${damageSentence(damaged)}. Nothing was copied.`)
}
