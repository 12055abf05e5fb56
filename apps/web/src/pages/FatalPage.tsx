import { FatalError } from '@leaselight/ui'
import { useEffect } from 'react'
import { log } from '../monitoring'
import { LOGIN } from '../session/openPaths'
import { clearStorage } from '../session/storage'

/** Replaces a page that can't be rendered; going back clears what is stored and starts at the sign-in. */
export function FatalPage({ error }: { error: unknown }) {
  useEffect(() => log('Something went wrong on this page.', error), [error])
  return (
    <FatalError
      variant="back"
      onAction={() => {
        clearStorage(localStorage)
        window.location.assign(LOGIN)
      }}
    />
  )
}
