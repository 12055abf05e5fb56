import { setTimeout as sleep } from 'node:timers/promises'
import { isDiskFull, StoreUnavailable } from './errors'

const REOPEN_TIMEOUT_MS = 20_000

const REOPENING =
  'The database that keeps saved work has run out of room and is being opened again. Please try again in a moment.'

/**
 * An embedded engine stops and never responds again when the disk is full for its write-ahead log. Waiting callers get
 * an error, and before the next work it is reopened from what is safely on disk.
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
      if (!broken && isJournalFull(error)) {
        broken = true
        tell(new StoreUnavailable(REOPENING, { cause: error }))
      }
      throw error
    }
  }
}

/** A full disk is harmless for a table but breaks the engine for its write-ahead log. */
function isJournalFull(error: unknown): boolean {
  if (!isDiskFull(error)) return false
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (/pg_wal/.test(cause.message)) return true
  return false
}
