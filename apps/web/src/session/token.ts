/** An access token's claims. The browser only reads them; the server verifies the token. */
export interface TokenPayload {
  exp: number
  iat: number | null
  iss: string | null
  sub: { companyId: number | null; userId: number | null; role: string; groupIds: number[] }
}

/** Reads a token's payload; null when it can't be read. */
export function readPayload(token: string): TokenPayload | null {
  try {
    const body: unknown = JSON.parse(decode(token.split('.')[1] ?? ''))
    if (!isRecord(body) || typeof body.exp !== 'number') return null
    const sub = isRecord(body.sub) ? body.sub : {}
    return {
      exp: body.exp,
      iat: typeof body.iat === 'number' ? body.iat : null,
      iss: typeof body.iss === 'string' ? body.iss : null,
      sub: {
        companyId: typeof sub.company_id === 'number' ? sub.company_id : null,
        userId: typeof sub.user_id === 'number' ? sub.user_id : null,
        role: typeof sub.role === 'string' ? sub.role : '',
        groupIds: Array.isArray(sub.group_ids) ? sub.group_ids.filter((id) => typeof id === 'number') : [],
      },
    }
  } catch {
    // A malformed token is treated as none; the server answers it with 401.
    return null
  }
}

/** Seconds until the token expires; negative when it has, null when it does not say. */
export function secondsLeft(token: string, now: number): number | null {
  const payload = readPayload(token)
  return payload ? payload.exp - now / 1000 : null
}

function decode(part: string): string {
  const binary = atob(part.replace(/-/g, '+').replace(/_/g, '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
