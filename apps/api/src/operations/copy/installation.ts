import { type FactsPart, isAppendOnly, isCompletionMarker, partName, type Sums } from '@leaselight/facts'
import { CliError } from '../../console/console'

/** A part of the facts as a source has it. */
export interface SourcePart {
  part: FactsPart
  /** Its approximate size in bytes, uncompressed; 0 when unknown. */
  bytes: number
}

/** One snapshot of an installation's state. */
export interface StateReader {
  tables: readonly { table: string; sums: Sums }[]
  /** Rows as the database's own JSON, a chunk at a time. */
  read(table: string): AsyncIterable<string[]>
}

/** Where a copy comes from: the stores of an installation, or a backup's folder. */
export interface CopySource {
  /** A description of its location. */
  location: string
  /** The table versions of both stores when the rows were written. */
  levels: { facts: number; state: number }
  facts: readonly SourcePart[]
  /** The rows that must arrive; undefined for stores that others still write to, where that is unknown. */
  sums(part: FactsPart): Promise<Sums | undefined>
  read(part: FactsPart): AsyncIterable<Uint8Array>
  readState<T>(work: (reader: StateReader) => Promise<T>): Promise<T>
}

/** The target of a copy. */
export interface CopyTarget {
  /** Prepares the target, or throws an error before anything is changed. */
  prepare(source: CopySource): Promise<void>
  /** Whether an earlier, unfinished copy has written a part already. */
  isCopied(part: FactsPart, meant: Sums | undefined): Promise<boolean>
  /** Removes all parts of one table again. */
  clear(table: string): Promise<void>
  write(part: FactsPart, pieces: AsyncIterable<Uint8Array>): Promise<void>
  /** Counts what arrived. */
  sums(part: FactsPart): Promise<Sums>
  /** Writes the state, all or nothing, and returns the rows written to each table. */
  writeState(source: CopySource, reader: StateReader, copied: readonly CopiedPart[]): Promise<CopiedPart[]>
  finish(source: CopySource): Promise<void>
}

/** What became of a part. */
export interface CopiedPart extends Sums {
  store: 'facts' | 'state'
  name: string
  how: 'copied' | 'already there'
}

/** How far a copy is. */
export interface CopyProgress {
  bytes: number
  totalBytes: number
  rows: number
  rate: number
}

/**
 * Copies an installation in constant memory: the facts, then the state, and last what marks the facts as complete, so that
 * an unfinished copy is recognized. Every part's rows and checksum are compared at source and target.
 */
export async function copyInstallation(
  source: CopySource,
  target: CopyTarget,
  onProgress: (progress: CopyProgress) => void = () => undefined,
): Promise<CopiedPart[]> {
  await target.prepare(source)
  const meter = new ProgressMeter(source, onProgress)
  const copied: CopiedPart[] = []
  const seal = source.facts.filter(({ part }) => isCompletionMarker(part))
  for (const table of new Set(source.facts.map(({ part }) => part.table))) {
    const parts = source.facts.filter(({ part }) => part.table === table && !isCompletionMarker(part))
    if (parts.length) copied.push(...(await copyTable(source, target, parts, meter)))
  }
  copied.push(...(await source.readState((reader) => target.writeState(source, reader, copied))))
  if (seal.length) copied.push(...(await copyTable(source, target, seal, meter)))
  await target.finish(source)
  return copied
}

async function copyTable(
  source: CopySource,
  target: CopyTarget,
  parts: readonly SourcePart[],
  meter: ProgressMeter,
): Promise<CopiedPart[]> {
  const known: { part: FactsPart; meant: Sums | undefined; isThere: boolean }[] = []
  for (const { part } of parts) {
    const meant = await source.sums(part)
    known.push({ part, meant, isThere: await target.isCopied(part, meant) })
  }
  const areThere = known.every(({ isThere }) => isThere)
  const [{ part: first } = { part: undefined }] = known
  if (first && !areThere && !isAppendOnly(first)) await target.clear(first.table)
  const done: CopiedPart[] = []
  for (const { part, meant } of known) {
    const name = partName(part)
    if (!areThere) await target.write(part, meter.countBytes(part, source.read(part)))
    const arrived = meant && areThere ? meant : await target.sums(part)
    if (meant && !isAppendOnly(part)) assertEqualSums(name, meant, arrived)
    done.push({ store: 'facts', name, ...arrived, how: areThere ? 'already there' : 'copied' })
    meter.finishPart(part, arrived.rows)
  }
  return done
}

/** Whether both have the same rows. */
export const hasEqualSums = (one: Sums | undefined, other: Sums | undefined): boolean =>
  one !== undefined && one.rows === other?.rows && one.sum === other.sum

/** Throws unless the rows that arrived are those that were sent. */
export function assertEqualSums(name: string, meant: Sums, arrived: Sums): void {
  if (hasEqualSums(meant, arrived)) return
  const rows = (sums: Sums) => `${sums.rows.toLocaleString('en-US')} rows, sum ${sums.sum}`
  throw new CliError(
    `${name} did not arrive as it was: ${rows(meant)} were to be copied, ${rows(arrived)} are there. Run it again.`,
  )
}

/** Counts the bytes that pass. */
class ProgressMeter {
  readonly #parts: ReadonlyMap<FactsPart, number>
  readonly #total: number
  readonly #started = performance.now()
  #before = 0
  #rows = 0

  constructor(
    source: CopySource,
    readonly tell: (progress: CopyProgress) => void,
  ) {
    this.#parts = new Map(source.facts.map(({ part, bytes }) => [part, bytes]))
    this.#total = [...this.#parts.values()].reduce((sum, bytes) => sum + bytes, 0)
  }

  async *countBytes(part: FactsPart, pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    let bytes = 0
    for await (const piece of pieces) {
      bytes += piece.length
      this.#show(Math.min(bytes, this.#parts.get(part) ?? 0))
      yield piece
    }
  }

  finishPart(part: FactsPart, rows: number): void {
    this.#before += this.#parts.get(part) ?? 0
    this.#rows += rows
    this.#show(0)
  }

  #show(bytes: number): void {
    const seconds = Math.max(0.001, (performance.now() - this.#started) / 1000)
    this.tell({
      bytes: this.#before + bytes,
      totalBytes: this.#total,
      rows: this.#rows,
      rate: this.#rows / seconds,
    })
  }
}
