/** Long work in small steps, so that a server can answer others between two of them. */
export type Steps<T> = Generator<void, T, void>

/** Takes all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
