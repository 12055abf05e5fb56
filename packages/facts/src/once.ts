/** What work gives that is done once for each key. After a failure the next caller tries again. */
export function once<Key, T>(done: Map<Key, Promise<T>>, key: Key, work: () => Promise<T>): Promise<T> {
  const known = done.get(key)
  if (known) return known
  const begun = work()
  done.set(key, begun)
  begun.catch(() => done.delete(key))
  return begun
}
