import { z } from 'zod'
import type { Api } from '../http/context'
import { HttpError } from '../http/errors'

const TIMEOUT_MS = 10_000

const invitation = z.object({ path: z.string(), expires_at: z.string() })
const account = z.object({ username: z.string() })
const accounts = z.object({ people: z.array(z.object({ company_id: z.number(), user_id: z.number() })) })

/** A person on record. */
export interface PersonId {
  company_id: number
  user_id: number
}

/** The accounts of the CRM stand-in. */
export interface StandInAccounts {
  /** The people on record who have a password. */
  list(): Promise<PersonId[]>
  /** Sets a password and returns the name the person signs in with. */
  setPassword(person: PersonId, password: string): Promise<string>
  /** A link with which the person chooses a password, once, and until when it holds. */
  invite(person: PersonId): Promise<{ url: string; expiresAt: string }>
}

/** The stand-in's accounts; undefined where a real CRM has them. */
export function standInAccounts({ settings, operatorKey }: Pick<Api, 'settings' | 'operatorKey'>) {
  return settings.crm.standInPort !== undefined && operatorKey !== undefined
    ? openAccounts(settings.crm.url, settings.crm.webUrl, operatorKey)
    : undefined
}

function openAccounts(url: string, webUrl: string, key: string): StandInAccounts {
  const call = async <T>(method: string, path: string, answer: z.ZodType<T>, body?: object): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'x-operator-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw unavailable(cause)
    })
    const parsed = answer.safeParse(await response.json().catch(() => undefined))
    if (!response.ok || !parsed.success) throw unavailable(response.status)
    return parsed.data
  }
  return {
    list: async () => (await call('GET', '/auth/accounts', accounts)).people,
    setPassword: async (person, password) =>
      (await call('PUT', '/auth/accounts/password', account, { ...person, password })).username,
    invite: async (person) => {
      const { path, expires_at } = await call('POST', '/auth/accounts/invitations', invitation, person)
      return { url: `${webUrl}${path}`, expiresAt: expires_at }
    },
  }
}

const unavailable = (cause: unknown): HttpError =>
  new HttpError(503, 'crm_unavailable', 'Sign-in isn’t available right now. Try again in a minute.', { cause })
