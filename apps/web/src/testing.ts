import type { KeyValueStorage } from './session/storage'

/** A storage for tests with these initial entries. */
export function memoryStorage(
  entries: Record<string, string> = {},
): KeyValueStorage & { entries: Map<string, string> } {
  const map = new Map(Object.entries(entries))
  return {
    entries: map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    clear: () => map.clear(),
  }
}

/** An unsigned token; the browser only reads its payload. */
export function tokenOf(payload: Record<string, unknown>): string {
  return ['e30', Buffer.from(JSON.stringify(payload)).toString('base64url'), 'signature'].join('.')
}

/** A token of a person that expires at an instant in seconds. */
export function personToken(exp: number, userId = 1, companyId = 1): string {
  return tokenOf({
    exp,
    iat: 0,
    iss: 'crm',
    sub: { company_id: companyId, user_id: userId, role: 'manager', group_ids: [] },
  })
}
