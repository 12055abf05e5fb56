import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '../context'

/** The parts without which nothing can be served, and those whose absence people notice only in places. */
const needed = ['facts', 'state'] as const
const besides = ['crm', 'mail'] as const
export type Part = (typeof needed)[number] | (typeof besides)[number]

/** What is there. */
export interface Readiness {
  status: 'ready' | 'not ready' | 'stopping'
  /** Needed and not there: no request can be answered as it should be. */
  missing: Part[]
  /** Not there, but reports can be read: nobody new can sign in, or mails wait. */
  impaired: Part[]
}

/** How long an answer holds; many may ask, and every question costs the parts something. */
const HOLDS_MS = { facts: 1_000, state: 1_000, crm: 10_000, mail: 30_000 } as const satisfies Record<Part, number>
const PATIENCE_MS = 4_000

/** Asks the parts of the product whether they are there. */
export interface Parts {
  /** Which of them are set up, with whether each is there; an answer is asked for again once it no longer holds. */
  check(): Promise<Map<Part, boolean>>
  readiness(): Promise<Readiness>
}

/** What to ask; a part that is not set up is left out. */
export function openParts(
  api: Pick<Api, 'facts' | 'state' | 'settings' | 'stopping'>,
  mailServer: (() => Promise<void>) | undefined,
): Parts {
  const { secret, jwksUrl } = api.settings.tokens
  const asking: Partial<Record<Part, () => Promise<unknown>>> = {
    facts: () => api.facts.query('SELECT 1 AS one', {}, { timeoutSeconds: PATIENCE_MS / 1000 }),
    state: () => api.state.ping(),
    // With a shared secret tokens can be checked without the CRM; who signs in needs it all the same, as its sentence says.
    ...(secret === undefined && { crm: () => publishesKeys(jwksUrl) }),
    ...(mailServer && { mail: mailServer }),
  }
  const held = new Map<Part, { until: number; isThere: Promise<boolean> }>()
  const isThere = (part: Part, ask: () => Promise<unknown>): Promise<boolean> => {
    const known = held.get(part)
    if (known && known.until > performance.now()) return known.isThere
    const answered = ask().then(
      () => true,
      () => false,
    )
    const answer = Promise.race([answered, sleep(PATIENCE_MS, false, { ref: false })])
    held.set(part, { until: performance.now() + HOLDS_MS[part], isThere: answer })
    return answer
  }
  const check = async (): Promise<Map<Part, boolean>> => {
    const parts = [...needed, ...besides].flatMap((part) => {
      const ask = asking[part]
      return ask ? [isThere(part, ask).then((there) => [part, there] as const)] : []
    })
    return new Map(await Promise.all(parts))
  }
  return {
    check,
    async readiness() {
      const there = await check()
      const missing = needed.filter((part) => !there.get(part))
      const impaired = besides.filter((part) => there.get(part) === false)
      if (api.stopping.isStopping) return { status: 'stopping', missing, impaired }
      return { status: missing.length > 0 ? 'not ready' : 'ready', missing, impaired }
    },
  }
}

async function publishesKeys(jwksUrl: string): Promise<void> {
  const answer = await fetch(jwksUrl, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!answer.ok) throw new Error(`The keys are answered with ${answer.status}.`)
  await answer.arrayBuffer()
}
