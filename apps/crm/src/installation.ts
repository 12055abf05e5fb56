import { z } from 'zod'
import { type Installation, recordedPerson } from './auth/accounts'

const TIMEOUT_MS = 5_000

const answer = z.object({ holds_sample: z.boolean(), people: z.array(recordedPerson) })

/** The header that carries the key which the server and its stand-in share. */
export const KEY_HEADER = 'x-operator-key'

/** Reads the people of the analytics server that started this CRM, by the key they share. */
export function openInstallation({ url, key }: { url: string; key: string }): Installation {
  return {
    async find({ username, email, companyId, userId }) {
      const address = new URL('/api/operator/people', url)
      const query = { username, email, company_id: companyId, user_id: userId }
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) address.searchParams.set(name, String(value))
      const response = await fetch(address, {
        headers: { [KEY_HEADER]: key },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`The people of the installation can't be read: ${response.status}.`)
      const { holds_sample, people } = answer.parse(await response.json())
      return { holdsSample: holds_sample, people }
    },
  }
}
