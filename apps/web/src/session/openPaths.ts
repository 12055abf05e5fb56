/** Address of the sign-in. */
export const LOGIN = '/login'

/** Addresses of the pages that need no session; the router has a page for each. */
export const openPaths = [LOGIN, '/setup', '/unsubscribe', '/guest'] as const

/** Whether an address, with or without a slash at its end, needs no session. */
export const isOpen = (path: string): boolean => openPaths.some((open) => path === open || path === `${open}/`)
