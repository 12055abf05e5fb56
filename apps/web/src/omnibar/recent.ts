import type { ReportDefinition } from '@leaselight/model'
import { type KeyValueStorage, storageKeys } from '../session/storage'

/** More than are shown, because some may not be open any more. */
const MOST = 10

/** The key of the target that opens a report. */
export const reportTarget = ({ key }: Pick<ReportDefinition, 'key'>): string => `Reports ${key}`

/** The key of the target that opens a page that is no report. */
export const pageTarget = (path: string): string => `Pages ${path}`

/** What was opened last, in the omnibar or any other way: keys of targets, the newest first. */
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
