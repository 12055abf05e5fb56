/** Does a piece of work for each of a list, as many side by side as the store has connections. */
export async function forEachInParallel<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = list.values()
  const one = async (): Promise<void> => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: 4 }, one))
}
