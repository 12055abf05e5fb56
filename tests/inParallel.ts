/** Runs work for each item of a list, as many at a time as the store has connections. */
export async function forEachInParallel<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = list.values()
  const one = async (): Promise<void> => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: 4 }, one))
}
