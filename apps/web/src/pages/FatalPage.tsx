import { FatalError } from '@leaselight/ui'
import { useEffect } from 'react'
import { log } from '../monitoring'

/** What stands in for a page that can't be drawn; going back starts over at the sign-in with nothing kept. */
export function FatalPage({ error }: { error: unknown }) {
  useEffect(() => log('The page could not be drawn.', error), [error])
  return (
    <FatalError
      variant="back"
      onAction={() => {
        localStorage.clear()
        window.location.assign('/login')
      }}
    />
  )
}
