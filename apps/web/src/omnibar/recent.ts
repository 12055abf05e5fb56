import { type KeyValueStorage, storageKeys } from '../session/storage'

const MOST = 5

/** What was opened last in the omnibar: keys of targets, the newest first. */
export function readRecent(storage: KeyValueStorage): string[] {
  return (storage.getItem(storageKeys.recentTargets) ?? '').split('\n').filter(Boolean)
}

/** Notes what was opened. A storage that is full or closed only forgets it. */
export function noteRecent(storage: KeyValueStorage, key: string): void {
  try {
    const keys = [key, ...readRecent(storage).filter((one) => one !== key)].slice(0, MOST)
    storage.setItem(storageKeys.recentTargets, keys.join('\n'))
  } catch {
    // Only the list of what was opened is lost.
  }
}
