import { isSameChoice } from '@leaselight/ui'
import { useEffect, useState } from 'react'
import { useGlobal } from '../app/Global'
import type { KeyValueStorage } from '../session/storage'

/** What was written under a key; undefined when there is nothing, or nothing that can be read. */
export function readDraft<T>(storage: Pick<KeyValueStorage, 'getItem'>, key: string): T | undefined {
  try {
    const text = storage.getItem(key)
    // Only `writeDraft` writes these keys, with the same field's value.
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** Stores a draft. A storage that is full or closed only loses it. */
export function writeDraft(storage: Pick<KeyValueStorage, 'setItem'>, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // The form works without it.
  }
}

/** The key of a field's draft: a person's own, so that nobody else who signs in with this tab reads it. */
export const draftKey = (
  { companyId, userId }: { companyId: number; userId: number | null },
  dialog: string,
  field: string,
): string => `leaselight.draft/${companyId}/${userId ?? ''}/${dialog}/${field}`

/**
 * A field of a dialog that survives the session's end: the page is loaded anew for the sign-in, and the same person finds
 * what was written when they open the dialog again in this tab. Closing the dialog ends the draft.
 * @param dialog which dialog, and what it is about
 * @param latest what the field has while nothing is written; it may come or change later
 * @returns with the value and its setter whether the value was written here
 */
export function useDraft<T>(
  dialog: string,
  field: string,
  latest: T,
): [value: T, setValue: (value: T) => void, isWritten: boolean] {
  const { user } = useGlobal()
  const key = draftKey(user, dialog, field)
  const [initial, setInitial] = useState(latest)
  if (!isSameChoice(initial, latest)) setInitial(latest)
  const [written, setWritten] = useState(() => readDraft<T>(sessionStorage, key))
  // A field that is set back, or that others set the same, is not written here.
  if (written !== undefined && isSameChoice(written, latest)) setWritten(undefined)
  useEffect(() => {
    if (written === undefined) sessionStorage.removeItem(key)
    else writeDraft(sessionStorage, key, written)
  }, [key, written])
  // Loading the page anew unmounts nothing.
  useEffect(() => () => sessionStorage.removeItem(key), [key])
  const setValue = (value: T) => setWritten(() => value)
  return written === undefined ? [initial, setValue, false] : [written, setValue, true]
}
