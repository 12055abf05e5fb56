import { storageKeys } from './storage'

type StorageChange = Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>

/** How this tab reacts when another tab changes local storage. */
export function classifyChange({ key, oldValue, newValue }: StorageChange): 'reload' | 'signed-out' | null {
  if (key === null) return 'signed-out'
  if (key !== storageKeys.accessToken || oldValue === newValue) return null
  return newValue === null ? 'signed-out' : 'reload'
}

/** Watches the other tabs: a new session there reloads this page, an ended one ends here too. */
export function watchOtherTabs(handlers: { reload: () => void; signedOut: () => void }): () => void {
  const listen = (event: StorageEvent) => {
    const verdict = classifyChange(event)
    if (verdict === 'reload') handlers.reload()
    if (verdict === 'signed-out') handlers.signedOut()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
