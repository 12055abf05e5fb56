import { reportByKey } from '@leaselight/reports'
import { LoadingPage, NoPermission } from '@leaselight/ui'
import { lazy, Suspense, useEffect } from 'react'
import { useGlobal } from '../app/Global'
import { accessDenial } from '../state/access'

const ReconcilePage = lazy(() => import('./ReconcilePage'))

/** The page for readers of the Boxscore. */
export function ReconcileRoute() {
  const { access } = useGlobal()
  const boxscore = reportByKey('boxscore')
  useEffect(() => {
    document.title = 'Reconcile · Leaselight'
  }, [])
  if (boxscore && accessDenial(boxscore, access) !== null)
    return <NoPermission>You don’t have access to the Boxscore. Ask your administrator.</NoPermission>
  return (
    <Suspense fallback={<LoadingPage label="Loading Reconcile" />}>
      <ReconcilePage />
    </Suspense>
  )
}
