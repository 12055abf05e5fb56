import { createContext, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'

const Omnibar = lazy(() => import('./Omnibar'))

/** Opens the search from within a page; null for companies without it. */
export const OmnibarContext = createContext<(() => void) | null>(null)

/**
 * The search over everything, opened by Ctrl-K or ⌘K from anywhere, or by a button.
 * @returns how to open it, and the dialog to render once per page; null for companies without the omnibar
 */
export function useOmnibar(enabled: boolean): { open: () => void; dialog: ReactNode } | null {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const open = useCallback(() => setState('open'), [])
  useEffect(() => {
    if (!enabled) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setState((before) => (before === 'open' ? 'closed' : 'open'))
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [enabled])
  if (!enabled) return null
  const dialog = state !== 'unused' && (
    <Suspense>
      <Omnibar opened={state === 'open'} onClose={() => setState('closed')} />
    </Suspense>
  )
  return { open, dialog }
}
