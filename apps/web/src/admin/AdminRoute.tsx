import { isAdmin } from '@leaselight/model'
import { LoadingPage, NotFoundState } from '@leaselight/ui'
import { Suspense, useEffect } from 'react'
import { useGlobal } from '../app/Global'
import type { AdminPage } from './adminPages'

/** A page for administrators. For everybody else its address does not exist. */
export function AdminRoute({ page: { title, Page } }: { page: AdminPage }) {
  const { user } = useGlobal()
  const mayCome = isAdmin(user.role)
  useEffect(() => {
    document.title = `${mayCome ? title : 'Not found'} · Leaselight`
  }, [mayCome, title])
  if (!mayCome) return <NotFoundState />
  return (
    <Suspense fallback={<LoadingPage label={`Loading ${title}`} />}>
      <Page />
    </Suspense>
  )
}
