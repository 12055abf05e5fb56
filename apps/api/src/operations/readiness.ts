import { setTimeout as sleep } from 'node:timers/promises'
import type { Facts } from '@leaselight/facts'
import type { State } from '@leaselight/state'
import type { Settings } from '../settings/settings'
import type { Shutdown } from './shutdown'

/** The parts that every request needs, and those that only some features need. */
const required = ['facts', 'state'] as const
const optional = ['crm', 'mail', 'setup', 'integrity'] as const
export type Dependency = (typeof required)[number] | (typeof optional)[number]

/** The availability of each part. */
export interface Readiness {
  status: 'ready' | 'not ready' | 'stopping'
  /** Required and unavailable: requests fail. */
  missing: Dependency[]
  /** Unavailable while reports work: new sign-ins fail, mails wait, the first run is not finished, or facts are lost. */
  impaired: Dependency[]
  /** What is impaired in sentences, where an operator has to act; absent where nobody has to. */
  reasons?: string[]
}

/** How long a result is reused, since each check costs the parts something. */
const CACHE_MS = {
  facts: 1_000,
  state: 1_000,
  crm: 10_000,
  mail: 30_000,
  setup: 10_000,
  integrity: 30_000,
} as const satisfies Record<Dependency, number>
const TIMEOUT_MS = 4_000

/** A part is impaired until an operator acts. The message says how. */
export class Impaired extends Error {
  override name = 'Impaired'
}

/** Checks whether the product's parts are available. */
export interface ReadinessChecks {
  /** The configured parts with their availability, checked again when the last result is too old. */
  check(): Promise<Map<Dependency, boolean>>
  readiness(): Promise<Readiness>
}

/** The checks; a part that is not configured has none. */
export function createReadinessChecks(
  api: { facts: Facts; state: State; settings: Settings; stopping: Shutdown },
  {
    mailServer,
    setup,
    integrity,
  }: { mailServer: (() => Promise<void>) | undefined; setup: () => Promise<void>; integrity: () => Promise<void> },
): ReadinessChecks {
  const { secret, jwksUrl } = api.settings.tokens
  const asking: Partial<Record<Dependency, () => Promise<unknown>>> = {
    facts: () => api.facts.query('SELECT 1 AS one', {}, { timeoutSeconds: TIMEOUT_MS / 1000 }),
    state: () => api.state.ping(),
    // With a shared secret, tokens can be verified without the CRM, but signing in still needs it.
    ...(secret === undefined && { crm: () => checkJwks(jwksUrl) }),
    ...(mailServer && { mail: mailServer }),
    setup,
    integrity,
  }
  const reasons = new Map<Dependency, string>()
  const held = new Map<Dependency, { until: number; isThere: Promise<boolean> }>()
  const isThere = (part: Dependency, ask: () => Promise<unknown>): Promise<boolean> => {
    const known = held.get(part)
    if (known && known.until > performance.now()) return known.isThere
    const answered = ask().then(
      () => {
        reasons.delete(part)
        return true
      },
      (error: unknown) => {
        if (error instanceof Impaired) reasons.set(part, error.message)
        return false
      },
    )
    const answer = Promise.race([answered, sleep(TIMEOUT_MS, false, { ref: false })])
    held.set(part, { until: performance.now() + CACHE_MS[part], isThere: answer })
    return answer
  }
  const check = async (): Promise<Map<Dependency, boolean>> => {
    const parts = [...required, ...optional].flatMap((part) => {
      const ask = asking[part]
      return ask ? [isThere(part, ask).then((there) => [part, there] as const)] : []
    })
    return new Map(await Promise.all(parts))
  }
  return {
    check,
    async readiness() {
      const there = await check()
      const missing = required.filter((part) => !there.get(part))
      const impaired = optional.filter((part) => there.get(part) === false)
      const told = reasons.size > 0 && { reasons: [...reasons.values()] }
      if (api.stopping.isStopping) return { status: 'stopping', missing, impaired, ...told }
      return { status: missing.length > 0 ? 'not ready' : 'ready', missing, impaired, ...told }
    },
  }
}

async function checkJwks(jwksUrl: string): Promise<void> {
  const answer = await fetch(jwksUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`The keys are answered with ${answer.status}.`)
  await answer.arrayBuffer()
}
