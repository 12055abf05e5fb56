interface Running<T> {
  current: Promise<T>
  next: Promise<T> | undefined
}

/**
 * Shares a read among those who want it at the same time, so that a crowd costs as much as two. A caller who comes while one
 * runs gets the next one: its answer is never older than the call.
 */
export class SharedReads<K, T> {
  readonly #running = new Map<K, Running<T>>()

  constructor(private readonly read: (key: K) => Promise<T>) {}

  get(key: K): Promise<T> {
    const running = this.#running.get(key)
    if (!running) return this.#start(key)
    const start = () => this.#start(key)
    running.next ??= running.current.then(start, start)
    return running.next
  }

  #start(key: K): Promise<T> {
    const running: Running<T> = { current: this.read(key), next: undefined }
    this.#running.set(key, running)
    const end = () => {
      if (!running.next) this.#running.delete(key)
    }
    running.current.then(end, end)
    return running.current
  }
}
