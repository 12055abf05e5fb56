import type { Facts } from '../client/facts'
import type { Records } from '../testing'
import type { Draw } from './testing'
import { AWKWARD_LINES } from './testingLines'

const CALLS = 9
const THREADS = 5
const ZONES = ['America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Auckland'] as const

interface Call {
  id: number
  property_id: number
  deleted?: boolean
  started_at?: string
  prospect_id?: number
  thread_id?: string
}

interface Transcript {
  thread_id: string
  property_id: number
  deleted?: boolean
  utterances?: { speaker: string; time: number; transcript: string }[]
}

export const NO_ANNOTATIONS = {
  ...{ greeting: null, name: null, preferences: null, prospect_info: null, prospect_interest: null },
  ...{ prospect_source: null, followup: null },
}

/** A company's calls and transcripts, as imports change them, and what was said in each call, told plainly from them. */
export class CallWorld {
  readonly #calls = new Map<number, Call>()
  readonly #transcripts = new Map<string, Transcript>()
  #westZone: string = ZONES[0]

  constructor(private readonly draw: Draw) {}

  /** Another time zone for the second property. */
  moveWest(): string {
    this.#westZone = ZONES[this.draw(ZONES.length)] ?? ZONES[0]
    return this.#westZone
  }

  /** A version of every call and of most transcripts; the others come later than their calls. */
  all(): Records {
    const threads = Array.from({ length: THREADS - 2 }, (_, at) => at + 1)
    return this.#versions(
      Array.from({ length: CALLS }, (_, at) => at + 1),
      threads,
    )
  }

  /** Some new, corrected, moved and removed calls and transcripts. */
  some(): Records {
    const some = (bound: number) => [...new Set(Array.from({ length: this.draw(4) }, () => 1 + this.draw(bound)))]
    return this.#versions(some(CALLS), some(THREADS))
  }

  /** The removal of every call. */
  none(): Records {
    const calls = [...this.#calls.values()].map(({ id, property_id }) => ({ id, property_id, deleted: true }))
    for (const call of calls) this.#calls.set(call.id, call)
    return { calls }
  }

  #versions(ids: readonly number[], threads: readonly number[]): Records {
    const calls = ids.map((id) => this.#call(id))
    const transcripts = threads.map((thread) => this.#transcript(`thread-${thread}`))
    for (const call of calls) this.#calls.set(call.id, call)
    for (const one of transcripts) this.#transcripts.set(one.thread_id, one)
    return { calls, transcripts }
  }

  #call(id: number): Call {
    const { draw } = this
    const at = { id, property_id: draw(2) ? 10 : 20 }
    if (draw(6) === 0 && this.#calls.has(id)) return { ...at, deleted: true }
    return {
      ...at,
      ...(draw(3) > 0 && { prospect_id: 1 + draw(4) }),
      // Calls may share a thread, and some have none.
      ...(draw(5) > 0 && { thread_id: `thread-${1 + draw(THREADS)}` }),
      ...{ started_at: new Date(Date.UTC(2025, 11, 30 + draw(4), draw(24))).toISOString(), duration_seconds: draw(90) },
      ...{ direction: 'inbound', handled_by: 'agent', caller_type: 'other', outcome: 'answered' },
    }
  }

  #transcript(thread_id: string): Transcript {
    const { draw } = this
    const at = { thread_id, property_id: draw(2) ? 10 : 20 }
    if (draw(5) === 0 && this.#transcripts.has(thread_id)) return { ...at, deleted: true }
    const utterances = Array.from({ length: draw(4) }, (_, time) => ({
      ...{ speaker: 'caller', time },
      transcript: AWKWARD_LINES[draw(AWKWARD_LINES.length)] ?? '',
    }))
    return { ...at, utterances, ...{ annotations: NO_ANNOTATIONS } }
  }

  /** Every call that has a transcript, with its lines. */
  plainly(): object[] {
    return [...this.#calls.values()]
      .sort((one, other) => one.id - other.id)
      .flatMap((call) => {
        const transcript = this.#transcripts.get(call.thread_id ?? '')
        if (call.deleted || !transcript || transcript.deleted) return []
        const lines = (transcript.utterances ?? []).map((one) => one.transcript)
        return {
          call_id: call.id,
          day: this.#dayOf(call),
          property_id: call.property_id,
          prospect_id: call.prospect_id ?? 0,
          thread_id: call.thread_id,
          lines,
          folded: lines
            .map((line) => line.replaceAll('\n', '\r').replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
            .join('\n'),
        }
      })
  }

  #dayOf({ property_id, started_at = '' }: Call): string {
    const timeZone = property_id === 10 ? 'America/New_York' : this.#westZone
    return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(started_at))
  }
}

/** What was said in calls, as the table keeps it. */
export const storedCallLines = (facts: Facts): Promise<object[]> =>
  facts.query<object>(
    `SELECT call_id, toString(started_day) AS day, property_id, prospect_id, thread_id, lines, folded
     FROM call_lines FINAL WHERE company_id = 1 ORDER BY call_id`,
  )
