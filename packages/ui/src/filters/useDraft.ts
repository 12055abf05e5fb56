import { use, useState } from 'react'
import { FilterContainerContext } from './FilterShell'
import { isSameChoice } from './selection'

/**
 * The choice in progress. In a popover it is applied when the user leaves it, so that checking twelve properties runs
 * one report instead of twelve. In a sheet it is applied at once, because the page behind it isn't visible anyway.
 */
export function useDraft<T>(value: T, onChange: (value: T) => void) {
  const inSheet = use(FilterContainerContext) === 'sheet'
  const [draft, setDraft] = useState<{ value: T } | null>(null)
  return {
    value: draft ? draft.value : value,
    edit: (next: T): void => (inSheet ? onChange(next) : setDraft({ value: next })),
    commit: (): void => {
      setDraft(null)
      if (draft && !isSameChoice(draft.value, value)) onChange(draft.value)
    },
    cancel: (): void => setDraft(null),
  }
}
