import { entityNames } from '@leaselight/contract'
import type { Facts } from './client/facts'
import { derivedTables } from './derive/tables'

/**
 * A piece of a table on the disk: the engine numbers the blocks that are inserted into a partition, and a piece holds
 * those from `first` to `last`.
 */
export interface SealedPart {
  name: string
  partition: string
  first: number
  last: number
  rows: number
  /** The engine's checksum of its content. */
  sum: string
}

/** What a table held at one moment. Stored outside the facts, it shows later whether anything has vanished. */
export interface TableSeal {
  table: string
  rows: number
  parts: SealedPart[]
  /** Broken pieces that were known by then. */
  knownBroken: string[]
}

/** What has vanished from a table. */
export interface TableDamage {
  table: string
  /** How many rows at least; 0 when unknown. */
  rows: number
  /** The missing or broken pieces. */
  parts: string[]
}

/** The tables that count: the others are emptied in normal work. */
const SEALED: readonly string[] = [
  ...entityNames,
  ...derivedTables.map(({ name }) => name),
  ...['record_keys', 'prospect_marks', 'import_log', 'erased'],
]

type Block = Pick<SealedPart, 'partition' | 'first' | 'last'>

/** The tables as they are, and what has vanished from them. */
export interface Inspection {
  seals: TableSeal[]
  damage: TableDamage[]
}

/**
 * Compares every table with its seal. Merging changes pieces and loses nothing: a piece is there when one piece spans its
 * blocks, or when those within its blocks have as many rows. Without a seal, only pieces that the engine found broken
 * are known. On a cluster, whose replicas check each other, there is nothing to compare. Nor is there in a table that the
 * engine removes rows from at this moment: it goes on with an erasure whose process was killed.
 */
export async function inspectTables(facts: Facts, sealed: readonly TableSeal[]): Promise<Inspection> {
  if (facts.cluster) return { seals: [], damage: [] }
  const changing = await changingTables(facts)
  const [present, broken] = [await presentParts(facts), await brokenParts(facts)]
  const inspected = SEALED.filter((table) => !changing.has(table)).map((table) => {
    const seal = sealed.find((candidate) => candidate.table === table)
    const parts = present.filter((part) => part.table === table).map(({ table: _, ...part }) => part)
    const aside = broken.filter((part) => part.table === table)
    return { table, parts, aside, damage: damageOf(table, seal, parts, aside) }
  })
  return {
    seals: inspected.map(({ table, parts, aside }) => ({
      table,
      rows: parts.reduce((sum, part) => sum + part.rows, 0),
      parts,
      knownBroken: aside.map(({ name }) => name),
    })),
    damage: inspected.flatMap(({ damage }) => damage ?? []),
  }
}

function damageOf(
  table: string,
  seal: TableSeal | undefined,
  parts: readonly SealedPart[],
  aside: readonly BrokenPart[],
): TableDamage | undefined {
  const lost = (seal?.parts ?? []).flatMap((part) => {
    const rows = part.rows - rowsFor(part, parts)
    return rows > 0 ? [{ name: part.name, rows }] : []
  })
  const isKnown = ({ name }: BrokenPart) =>
    seal?.knownBroken.includes(name) || seal?.parts.some((part) => name.endsWith(part.name))
  const unread = aside.filter((part) => !isKnown(part) && !isCovered(part, parts))
  const names = [...lost, ...unread].map(({ name }) => name)
  return names.length === 0 ? undefined : { table, rows: lost.reduce((sum, { rows }) => sum + rows, 0), parts: names }
}

function presentParts(facts: Facts): Promise<(SealedPart & { table: string })[]> {
  return facts.query(
    `SELECT table, name, partition_id AS partition, min_block_number AS first, max_block_number AS last,
       rows, hash_of_uncompressed_files AS sum
     FROM system.parts
     WHERE database = currentDatabase() AND active AND rows > 0 AND table IN {tables:Array(String)}
     ORDER BY table, partition, first`,
    { tables: SEALED },
  )
}

/** The tables that still have to be rewritten without erased rows. */
async function changingTables(facts: Facts): Promise<Set<string>> {
  const found = await facts.query<{ table: string }>(
    `SELECT DISTINCT table FROM system.mutations
     WHERE database = currentDatabase() AND NOT is_done AND table IN {tables:Array(String)}`,
    { tables: SEALED },
  )
  return new Set(found.map(({ table }) => table))
}

interface BrokenPart extends Block {
  table: string
  name: string
}

/** Pieces that the engine put aside because it could not read them. */
function brokenParts(facts: Facts): Promise<BrokenPart[]> {
  return facts.query(
    `SELECT table, name, ifNull(partition_id, '') AS partition, ifNull(min_block_number, 0) AS first,
       ifNull(max_block_number, 0) AS last
     FROM system.detached_parts
     WHERE database = currentDatabase() AND reason LIKE 'broken%' AND table IN {tables:Array(String)}
     ORDER BY table, name`,
    { tables: SEALED },
  )
}

const spans = (outer: Block, inner: Block): boolean =>
  outer.partition === inner.partition && outer.first <= inner.first && outer.last >= inner.last

/** How many of a sealed piece's rows are certainly there. */
function rowsFor(sealed: SealedPart, parts: readonly SealedPart[]): number {
  const same = parts.find(({ name }) => name === sealed.name)
  if (same) return same.sum === sealed.sum ? sealed.rows : 0
  if (parts.some((part) => spans(part, sealed))) return sealed.rows
  return parts.filter((part) => spans(sealed, part)).reduce((sum, part) => sum + part.rows, 0)
}

/** Whether every block of a broken piece is in a readable one: the engine found an unfinished merge and its sources. */
function isCovered(broken: Block, parts: readonly SealedPart[]): boolean {
  let next = broken.first
  for (const part of parts) {
    if (part.partition !== broken.partition || part.first > next || part.last < next) continue
    next = part.last + 1
  }
  return next > broken.last
}
