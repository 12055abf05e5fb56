/** What decides everything random in a test file. A failing test names it; RANDOM_SEED repeats a run. */
export const SEED = Number(process.env.RANDOM_SEED ?? Math.floor(Math.random() * 2 ** 31))

const EVERY = Number(process.env.RANDOM_EVERY ?? 6)
/** Whether a run tries every case there is. */
export const EVERYTHING = EVERY === 1

/**
 * The cases that a run tries: one of every six, at least one, and with another seed others. RANDOM_EVERY=1 tries all of
 * them.
 */
export function ofRun<T>(cases: readonly T[]): T[] {
  const every = Math.min(EVERY, cases.length)
  return cases.filter((_, index) => (index + SEED) % every === 0)
}

/** Half of the cases of a test that is dear; with the next seed the other half, and with RANDOM_EVERY=1 all of them. */
export const halfOfRun = <T>(cases: readonly T[]): T[] =>
  EVERYTHING ? [...cases] : cases.filter((_, index) => (index + SEED) % 2 === 0)
