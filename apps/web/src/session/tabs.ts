import { storageKeys } from './storage'

type StorageChange = Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>

/** What another tab's change of the local storage means for this one. */
export function judgeChange({ key, oldValue, newValue }: StorageChange): 'reload' | 'signed-out' | null {
  if (key === null) return 'signed-out'
  if (key !== storageKeys.accessToken || oldValue === newValue) return null
  return newValue === null ? 'signed-out' : 'reload'
}

/** Watches the other tabs: a new session there reloads this page, an ended one ends here too. */
export function watchOtherTabs(reactions: { reload: () => void; signedOut: () => void }): () => void {
  const listen = (event: StorageEvent) => {
    const verdict = judgeChange(event)
    if (verdict === 'reload') reactions.reload()
    if (verdict === 'signed-out') reactions.signedOut()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
