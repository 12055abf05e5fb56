/** How many statements of long work run at once: each mostly keeps one core busy, and small machines have two. */
const LANES = 2

/** Does the work for each item, in order, a few at a time. Throws the first failure, after which no further item begins. */
export async function sideBySide<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  lanes = LANES,
): Promise<void> {
  const waiting = [...items]
  const lane = async () => {
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
    } catch (error) {
      waiting.length = 0
      throw error
    }
  }
  // What has begun ends before this throws.
  for (const end of await Promise.allSettled(Array.from({ length: lanes }, lane)))
    if (end.status === 'rejected') throw end.reason
}
