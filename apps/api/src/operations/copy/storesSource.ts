import {
  type Facts,
  type FactsPart,
  factsLevel,
  factsParts,
  finishedBatches,
  isCompletionMarker,
  partSums,
  readPart,
  type Sums,
  tableBytes,
} from '@leaselight/facts'
import { inSnapshot, readRows, rowSums, stateLevel, stateTables } from '@leaselight/state'
import type { StorePair } from '../integrity/pair'
import type { CopySource } from './installation'

/**
 * An installation's stores as the source of a copy. While others write to them, the copy includes every import batch
 * that was finished when it began. Records of later batches are included in their old or new version, and the target
 * repairs them like a batch interrupted by a crash.
 */
export async function storesSource(
  { facts, state }: StorePair,
  location: string,
  isQuiescent: boolean,
): Promise<CopySource> {
  const bytes = await tableBytes(facts)
  const parts = await factsParts(facts)
  const finished = isQuiescent ? undefined : await finishedBatches(facts)
  // A store without writers is counted only once.
  const counted = new Map<FactsPart, Promise<Sums>>()
  const sumsOf = (part: FactsPart): Promise<Sums> => {
    const known = counted.get(part) ?? partSums(facts, part)
    counted.set(part, known)
    return known
  }
  return {
    location,
    levels: { facts: factsLevel, state: stateLevel },
    facts: parts.map((part) => ({ part, bytes: part.part === 'removed' ? 0 : (bytes.get(part.table) ?? 0) })),
    sums: async (part) => (isQuiescent ? sumsOf(part) : undefined),
    read: (part) => readPartExcludingLate(facts, part, finished),
    readState: (work) =>
      inSnapshot(state, async (db) => {
        const tables: { table: string; sums: Awaited<ReturnType<typeof rowSums>> }[] = []
        for (const table of stateTables) tables.push({ table, sums: await rowSums(db, table) })
        return work({
          tables,
          read: (table) => readRows(db, table, tables.find((item) => item.table === table)?.sums.longest ?? 0),
        })
      }),
  }
}

async function* readPartExcludingLate(
  facts: Facts,
  part: FactsPart,
  finished: ReadonlySet<number> | undefined,
): AsyncIterable<Uint8Array> {
  const late =
    finished && isCompletionMarker(part)
      ? [...(await finishedBatches(facts))].filter((batch) => !finished.has(batch))
      : []
  yield* readPart(facts, part, late)
}
