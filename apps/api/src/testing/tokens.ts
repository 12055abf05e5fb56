import { fixtureCompany } from '@leaselight/sample'
import { CompactSign } from 'jose'

// Apart from the server, which takes seconds to load: a test of processes needs only these.

/** The clock of every test: the fixture company's. */
export const NOW = new Date(fixtureCompany.now)
export const SECRET = 'a secret of the tests, long enough to be taken'
export const ISSUER = 'leaselight-crm'

/** The user of a token. */
export interface Subject {
  company_id: number
  user_id: number
  role: string
  group_ids: number[]
}

/** A manager of the other company, most of whose flags are off. */
export const OTHER_MANAGER: Partial<Subject> = { company_id: 2 }

/** A token as the CRM signs it; `claims` replaces any of it. */
export async function tokenFor(
  subject: Partial<Subject>,
  { claims = {}, secret = SECRET, alg = 'HS256' }: { claims?: object; secret?: string; alg?: string } = {},
): Promise<string> {
  const iat = Math.floor(NOW.getTime() / 1000)
  const sub = { company_id: 1, user_id: 201, role: 'manager', group_ids: [], ...subject }
  const payload = { exp: iat + 900, iat, iss: ISSUER, sub, ...claims }
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg, typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
}

/** The header that carries a token. */
export const bearer = async (subject: Partial<Subject> = {}): Promise<{ authorization: string }> => ({
  authorization: `Bearer ${await tokenFor(subject)}`,
})
