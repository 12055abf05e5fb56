import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
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
 */
export function useDraft<T>(dialog: string, field: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const { user } = useGlobal()
  const key = draftKey(user, dialog, field)
  const [value, setValue] = useState<T>(() => readDraft<T>(sessionStorage, key) ?? initial)
  const [start] = useState(() => JSON.stringify(initial))
  useEffect(() => {
    if (JSON.stringify(value) === start) sessionStorage.removeItem(key)
    else writeDraft(sessionStorage, key, value)
  }, [key, value, start])
  // Loading the page anew unmounts nothing.
  useEffect(() => () => sessionStorage.removeItem(key), [key])
  return [value, setValue]
}
