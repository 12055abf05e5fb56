import {
  allSums,
  clearFacts,
  clearTable,
  type Facts,
  factsParts,
  finishCopy,
  isAppendOnly,
  partName,
  partSums,
  type Sums,
  storeContent,
  writePart,
} from '@leaselight/facts'
import {
  afterRestore,
  bootstrapTables,
  type Database,
  inSnapshot,
  isStateEmpty,
  lastCopy,
  replaceRows,
  rowSums,
  stateLevel,
  stateTables,
  writeRows,
} from '@leaselight/state'
import { CliError } from '../../console/console'
import { acceptPair, type StorePair } from '../integrity/pair'
import { acceptFacts } from '../integrity/seals'
import {
  assertEqualSums,
  type CopiedPart,
  type CopySource,
  type CopyTarget,
  hasEqualSums,
  type StateReader,
} from './installation'

/** How a copy is written into stores. */
export interface StoresTargetOptions {
  kind: 'move' | 'restore'
  /** Whether their current contents may be deleted. */
  replace: boolean
  now: Date
}

/** An installation's stores as the target of a copy. */
export function storesTarget({ facts, state }: StorePair, location: string, options: StoresTargetOptions): CopyTarget {
  const { kind, replace, now } = options
  /** Whether tables may already have rows. */
  let resumes = false
  const stateSums = () => inSnapshot(state, (db) => sumsOf(db))

  return {
    async prepare(source) {
      await assertKnownTables(facts, source, location)
      const content = await storeContent(facts)
      // A table may be complete already, from an unfinished or a finished copy.
      resumes = content !== 'nothing'
      const isNew = await isStateEmpty(state)
      if (content === 'nothing' && isNew) return
      const isEmptied = replace ? content === 'facts' : await mayFollow(source, content, isNew)
      if (!isEmptied) return
      await clearFacts(facts)
      resumes = false
    },

    isCopied: async (part, meant) => resumes && hasEqualSums(meant, await partSums(facts, part)),
    clear: async (table) => {
      if (resumes) await clearTable(facts, table)
    },
    write: (part, pieces) => writePart(facts, part, pieces),
    sums: (part) => partSums(facts, part),

    async writeState(source, reader, copied) {
      const there = new Map(await stateSums())
      const isThere =
        source.levels.state === stateLevel &&
        (await lastCopy(state)) !== undefined &&
        reader.tables.every(({ table, sums }) => hasEqualSums(sums, there.get(table)))
      if (!isThere)
        await replaceRows(
          state,
          source.levels.state,
          (db) => fill(db, reader),
          (db) => noteOf(db, source, copied),
        )
      return reader.tables.map(({ table, sums: { rows, sum } }) => ({
        store: 'state',
        name: table,
        rows,
        sum,
        how: isThere ? 'already there' : 'copied',
      }))
    },

    async finish(source) {
      await finishCopy(facts, source.levels.facts)
      await acceptPair({ facts, state }, now)
      await acceptFacts({ facts, state }, now)
    },
  }

  /**
   * Throws an error when the stores are in use. Returns whether facts that were unused since a copy must be deleted.
   */
  async function mayFollow(source: CopySource, content: 'nothing' | 'half a copy' | 'facts', isNew: boolean) {
    const last = await lastCopy(state)
    const standsAsCopied = (sums: Iterable<[string, Sums]>) =>
      last !== undefined && [...sums].every(([name, found]) => hasEqualSums(last.parts[name], found))
    // An installation that was started but never used only has its own keys.
    const isOwn = isNew || standsAsCopied((await stateSums()).filter(([table]) => !bootstrapTables.has(table)))
    if (isOwn && content !== 'facts') return false
    if (isOwn && !isNew) {
      const found = await allSums(facts)
      if (await matchesSource(source, found)) return false
      if (standsAsCopied(found)) return true
    }
    throw new CliError(
      `${location} ${last ? 'has been used since something was copied into it' : 'holds something already'}. ` +
        'Nothing was changed. Choose an empty place, or say --replace to throw away what is there.',
    )
  }

  async function fill(db: Database, reader: StateReader): Promise<void> {
    for (const { table, sums } of reader.tables) {
      await writeRows(db, table, reader.read(table))
      assertEqualSums(table, sums, await rowSums(db, table))
    }
  }

  async function noteOf(db: Database, source: CopySource, copied: readonly CopiedPart[]) {
    if (kind === 'restore') await afterRestore(db, now)
    const parts: Record<string, Sums> = Object.fromEntries(copied.map(({ name, rows, sum }) => [name, { rows, sum }]))
    for (const [table, sums] of await sumsOf(db)) parts[table] = sums
    for (const { part } of source.facts) {
      // The part that marks the facts as complete is not here yet, but it is written last and unchanged.
      const meant = parts[partName(part)] ?? (await source.sums(part))
      if (meant) parts[partName(part)] = meant
    }
    return { kind, source: source.location, finishedAt: now, parts }
  }
}

/** Rejects a source of a newer version: it has tables or columns that don't exist here. */
async function assertKnownTables(facts: Facts, source: CopySource, location: string): Promise<void> {
  const columns = new Map((await factsParts(facts)).map((part) => [part.table, new Set(part.columns)]))
  for (const { part } of source.facts) {
    const known = columns.get(part.table)
    const missing = known ? part.columns.find((column) => !known.has(column)) : ''
    if (missing === undefined) continue
    const what = missing === '' ? `a table ${part.table}` : `a column ${missing} of the table ${part.table}`
    throw new CliError(
      `${source.location} has ${what}, which ${location} does not know. Nothing was changed. Use the version of Leaselight that it comes from, or a newer one.`,
    )
  }
}

async function matchesSource(source: CopySource, found: ReadonlyMap<string, Sums>): Promise<boolean> {
  for (const { part } of source.facts)
    if (!isAppendOnly(part) && !hasEqualSums(found.get(partName(part)), await source.sums(part))) return false
  return true
}

async function sumsOf(db: Database): Promise<[string, Sums][]> {
  const found: [string, Sums][] = []
  for (const table of stateTables) {
    const { rows, sum } = await rowSums(db, table)
    found.push([table, { rows, sum }])
  }
  return found
}
