import { use, useState } from 'react'
import { FilterContainerContext } from './FilterShell'

/**
 * What is being chosen. In a popover it is handed over when the reader leaves it, so that ticking twelve properties asks
 * for one report and not for twelve; in a sheet at once, because there the page behind can't be seen anyway.
 */
export function useDraft<T>(value: T, onChange: (value: T) => void) {
  const inSheet = use(FilterContainerContext) === 'sheet'
  const [draft, setDraft] = useState<{ value: T } | null>(null)
  return {
    value: draft ? draft.value : value,
    edit: (next: T): void => (inSheet ? onChange(next) : setDraft({ value: next })),
    commit: (): void => {
      setDraft(null)
      if (draft && JSON.stringify(draft.value) !== JSON.stringify(value)) onChange(draft.value)
    },
    cancel: (): void => setDraft(null),
  }
}
