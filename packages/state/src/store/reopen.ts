import { setTimeout as sleep } from 'node:timers/promises'
import { isDiskFull, StoreUnavailable } from './errors'

const REOPEN_TIMEOUT_MS = 20_000

const REOPENING =
  'The database that keeps saved work has stopped and is being opened again. Please try again in a moment.'

/**
 * An embedded engine stops and never responds again when the disk is full for its write-ahead log, or when a fault
 * aborts it. Waiting callers get an error, and before the next work it is reopened from what is safely on disk.
 */
export function reopenWhenBroken(open: () => Promise<void>): <T>(work: () => Promise<T>) => Promise<T> {
  let broken = false
  let opening: Promise<void> | undefined
  let tell: (error: Error) => void = () => undefined
  let lost = untilLost()

  function untilLost(): Promise<never> {
    const waiting = new Promise<never>((_, reject) => {
      tell = reject
    })
    // Usually nothing is waiting for it when it breaks.
    waiting.catch(() => undefined)
    return waiting
  }

  async function openAgain(): Promise<void> {
    const late = sleep(REOPEN_TIMEOUT_MS).then(() => {
      throw new StoreUnavailable(REOPENING)
    })
    late.catch(() => undefined)
    await Promise.race([open(), late])
    broken = false
    lost = untilLost()
  }

  return async (work) => {
    if (broken) {
      opening ??= openAgain().finally(() => {
        opening = undefined
      })
      await opening
    }
    try {
      return await Promise.race([work(), lost])
    } catch (error) {
      const isEnd = isAborted(error)
      if (!broken && (isEnd || isJournalFull(error))) {
        broken = true
        tell(new StoreUnavailable(REOPENING, { cause: error }))
      }
      throw isEnd ? new StoreUnavailable(REOPENING, { cause: error }) : error
    }
  }
}

/** A full disk is harmless for a table but breaks the engine for its write-ahead log. */
function isJournalFull(error: unknown): boolean {
  return isDiskFull(error) && causes(error).some(({ message }) => /pg_wal/.test(message))
}

/** The engine's runtime has ended: it answers every later statement with the same error. */
function isAborted(error: unknown): boolean {
  return causes(error).some(
    (cause) =>
      cause instanceof WebAssembly.RuntimeError || /^(Aborted\(|Program terminated with exit)/.test(cause.message),
  )
}

function causes(error: unknown): Error[] {
  const found: Error[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) found.push(cause)
  return found
}
