import type { Engine } from './engines/engine'

/**
 * Steps of the engine's planning that our statements gain nothing from, but pay for: this one derives `a < 3` from `a < b
 * AND b < 3`, and for that walks the whole statement again for every condition in it, which took two thirds of the time to
 * plan a report with many numbers (Multi-touch attribution: 190 of 240 ms, before a single row was read).
 */
const COSTLY_STEPS = ['optimize_and_compare_chain']

/** How an engine is to plan statements, as settings for the end of each. */
export class Planning {
  #known: Promise<readonly string[]> | undefined

  constructor(private readonly engine: Pick<Engine, 'embedded' | 'text'>) {}

  /** Never fails. A server is asked once which steps it knows: an older one would refuse a statement that names another. */
  settings(): Promise<readonly string[]> {
    this.#known ??= this.engine.embedded ? Promise.resolve(disabled(COSTLY_STEPS)) : this.#ask()
    return this.#known
  }

  #ask(): Promise<readonly string[]> {
    const names = { names: COSTLY_STEPS }
    return this.engine
      .text('SELECT name FROM system.settings WHERE name IN {names:Array(String)}', names, TIMEOUT_MS)
      .then((lines) => disabled(COSTLY_STEPS.filter((step) => lines.includes(`"${step}"`))))
      .catch(() => {
        // Asked again with the next statement; this one says itself what is wrong with the server.
        this.#known = undefined
        return []
      })
  }
}

const TIMEOUT_MS = 2_000

const disabled = (steps: readonly string[]): string[] => steps.map((step) => `${step} = 0`)
