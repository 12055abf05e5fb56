/** Every key of this application in local storage. */
export const storageKeys = {
  accessToken: 'leaselight.access-token',
  refreshToken: 'leaselight.refresh-token',
  loginType: 'leaselight.login-type',
  demo: 'leaselight.demo',
  /** Followed by a report's key: the report's last filters. */
  filters: 'leaselight.filters.',
  /** What carries over from one report to the next, such as the selected properties. */
  shared: 'leaselight.filters-shared',
  hiddenColumns: 'leaselight.columns.',
  readyToPrint: 'leaselight.ready-to-print',
  /** What was opened last in the omnibar. */
  recentTargets: 'leaselight.recent-targets',
  navigationFolded: 'leaselight.navigation-folded',
  /** The findings that were seen, each with the page it was seen on, one a line. */
  seenFindings: 'leaselight.seen-findings',
} as const

/** The part of `Storage` that is used, so that tests can bring their own. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>

export interface TokenPair {
  accessToken: string
  refreshToken: string | null
}

/** The stored tokens, or null when nobody is signed in. */
export function readTokens(storage: KeyValueStorage): TokenPair | null {
  const accessToken = storage.getItem(storageKeys.accessToken)
  return accessToken ? { accessToken, refreshToken: storage.getItem(storageKeys.refreshToken) } : null
}

/** Stores both tokens; a missing refresh token removes the old one, which belonged to another session. */
export function storeTokens(storage: KeyValueStorage, { accessToken, refreshToken }: TokenPair): void {
  if (refreshToken) storage.setItem(storageKeys.refreshToken, refreshToken)
  else storage.removeItem(storageKeys.refreshToken)
  // The access token is written last: other tabs watch it and then read the refresh token.
  storage.setItem(storageKeys.accessToken, accessToken)
}

/** Mantine's key of light and dark: it is the device's, not the session's. */
const APPEARANCE = 'mantine-color-scheme-value'

/** Clears everything that belongs to a session or a person; the appearance stays. */
export function clearStorage(storage: KeyValueStorage): void {
  const appearance = storage.getItem(APPEARANCE)
  storage.clear()
  if (appearance !== null) storage.setItem(APPEARANCE, appearance)
}

/** Whether names are replaced by sample names. */
export function isDemo(storage: KeyValueStorage): boolean {
  return storage.getItem(storageKeys.demo) === 'true'
}

/** The user type for `/auth/validate`: manager, unless the CRM's link says otherwise. */
export function loginType(storage: KeyValueStorage): string {
  return storage.getItem(storageKeys.loginType) ?? 'manager'
}
