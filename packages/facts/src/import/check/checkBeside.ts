import { on } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { RUN } from '@leaselight/run'
import type { ReadOptions } from '../read/records'
import type { CheckEnd, CheckedBunch, CheckedSource } from './checker'
import { type PackedBunch, unpack } from './packed'

/** What a thread is told: which file to check, or how much of what it sent was taken. */
export type ToChecker = ({ path: string } & Omit<ReadOptions, 'signal'>) | { taken: number }

/** What a thread tells: some records, the end, or why there are no more. */
export type FromChecker =
  | { bunch: PackedBunch }
  | { end: CheckEnd }
  | { failure: { message: string; details: Record<string, unknown> } }

/** A file from this size on is worth a thread of its own, which takes a moment to start. */
export const BESIDE_BYTES = 4 << 20

/** After so long without a file, a thread ends and its memory is free. */
export const IDLE_MS = 5_000

/** Threads without a file, each with what ends it. A new one takes a moment to start and longer to be fast. */
const idle = new Map<Worker, NodeJS.Timeout>()

/**
 * read → check, by another thread, while this one finds owners and prints rows: two thirds of an import's work outside the
 * engine. The file must be one that stays as it is meanwhile.
 */
export function checkBeside(path: string, { entity, format }: ReadOptions): CheckedSource {
  let end: CheckEnd | undefined
  async function* bunches(): AsyncIterable<CheckedBunch> {
    const thread = takeThread()
    const send = (message: ToChecker) => thread.postMessage(message)
    try {
      const messages = on(thread, 'message', { close: ['exit'] })
      send({ path, entity, ...(format && { format }) })
      for await (const [message] of messages as AsyncIterable<[FromChecker]>) {
        if ('failure' in message) throw Object.assign(new Error(message.failure.message), message.failure.details)
        if ('end' in message) {
          end = message.end
          return
        }
        const { bunch } = message
        send({ taken: bunch.text.length })
        yield unpack(entity, bunch)
      }
      throw new Error('The thread that checks records ended.')
    } finally {
      // One that was left in the middle of a file would go on with it.
      if (end) setAside(thread)
      else void thread.terminate()
    }
  }
  return {
    bunches: bunches(),
    end: () => {
      if (!end) throw new Error('The end of a source is known once its last records came.')
      return end
    },
  }
}

function takeThread(): Worker {
  for (const [thread, ends] of idle) {
    clearTimeout(ends)
    idle.delete(thread)
    thread.ref()
    return thread
  }
  // Without the process's own arguments, which may load what only the process needs.
  const thread = new Worker(RUN, {
    argv: [fileURLToPath(new URL('./checkThread.ts', import.meta.url))],
    execArgv: [],
  })
  thread.on('exit', () => {
    clearTimeout(idle.get(thread))
    idle.delete(thread)
  })
  return thread
}

function setAside(thread: Worker): void {
  // A process that has nothing else to do ends.
  thread.unref()
  const ends = () => {
    // It takes a moment to end, and nobody may take it meanwhile.
    idle.delete(thread)
    void thread.terminate()
  }
  idle.set(thread, setTimeout(ends, IDLE_MS).unref())
}
