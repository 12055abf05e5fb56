import { LoadingPage } from '@leaselight/ui'
import { lazy, Suspense } from 'react'

const MyReportsPage = lazy(() => import('./MyReportsPage'))
const UnsubscribePage = lazy(() => import('./recipients/UnsubscribePage'))

/** The reader's own reports, loaded when they are opened. */
export function MyReportsRoute() {
  return (
    <Suspense fallback={<LoadingPage label="Loading My reports" />}>
      <MyReportsPage />
    </Suspense>
  )
}

/** The unsubscribe page, loaded when a link is opened. */
export function UnsubscribeRoute() {
  return (
    <Suspense fallback={<LoadingPage label="Loading" />}>
      <UnsubscribePage />
    </Suspense>
  )
}
