import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: everything it prints must be rendered before the browser continues. */
export function useIsPrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    const gone = new AbortController()
    window.addEventListener('beforeprint', before, { signal: gone.signal })
    window.addEventListener('afterprint', after, { signal: gone.signal })
    return () => gone.abort()
  }, [])
  return printing
}
