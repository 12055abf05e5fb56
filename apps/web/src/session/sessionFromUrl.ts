import { type KeyValueStorage, readTokens, storageKeys, storeTokens } from './storage'
import { readPayload } from './token'

const parameters = ['accessToken', 'loginType', 'demo']

/**
 * Starts the session that the CRM passes in the address (`?accessToken=&loginType=&demo=`).
 * @returns the address without those parameters, to replace the current one at once; null when there were none
 */
export function startSessionFromUrl(address: URL, storage: KeyValueStorage): string | null {
  const token = address.searchParams.get('accessToken')
  const type = address.searchParams.get('loginType')
  if (token) {
    storeTokens(storage, { accessToken: token, refreshToken: reusableRefreshToken(token, storage) })
    if (address.searchParams.get('demo') === 'true') storage.setItem(storageKeys.demo, 'true')
    else storage.removeItem(storageKeys.demo)
  }
  if (type) storage.setItem(storageKeys.loginType, type)
  if (!parameters.some((name) => address.searchParams.has(name))) return null
  const clean = new URL(address)
  for (const name of parameters) clean.searchParams.delete(name)
  return `${clean.pathname}${clean.search}${clean.hash}`
}

// Another person's refresh token would later turn this session into theirs; the same person's is kept.
function reusableRefreshToken(token: string, storage: KeyValueStorage): string | null {
  const stored = readTokens(storage)
  if (!stored?.refreshToken) return null
  const [before, now] = [readPayload(stored.accessToken)?.sub, readPayload(token)?.sub]
  const same = before && now && before.userId === now.userId && before.companyId === now.companyId
  return same ? stored.refreshToken : null
}
