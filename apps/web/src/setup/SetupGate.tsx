import { isAdmin } from '@leaselight/model'
import { LoadingPage } from '@leaselight/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { adminPages } from '../admin/adminPages'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { readTokens } from '../session/storage'
import { readPayload } from '../session/token'
import { SETUP } from '../state/startupRequests'
import classes from './setup.module.css'
import { type Setup, setupKey } from './types'

const SetupPage = lazy(() => import('./SetupPage'))

/**
 * Shows administrators the setup checklist in place of any page until nothing is left to do. The pages for administrators
 * stay open, since steps of the checklist lead there. For everybody else it shows the page at once.
 */
export function SetupGate({ children }: { children: ReactNode }) {
  const tokens = readTokens(localStorage)
  const role = (tokens && readPayload(tokens.accessToken)?.sub.role) ?? ''
  return isAdmin(role) ? <AdministratorGate>{children}</AdministratorGate> : children
}

function AdministratorGate({ children }: { children: ReactNode }) {
  const { client } = useServices()
  const { path } = useAddress()
  const { data, error, refetch } = useQuery({
    queryKey: setupKey,
    queryFn: ({ signal }) => client.json<Setup>(SETUP, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isOpen = data !== undefined && !data.complete
  // An import or a flag on another page may have finished a step.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on each page
  useEffect(() => {
    if (isOpen) void refetch()
  }, [path, isOpen, refetch])
  const isAdminPage = adminPages.some((page) => page.path === path)
  // A checklist that can't be read must not keep anybody from the reports.
  if (error || (data && (data.complete || (data.company && isAdminPage))))
    return (
      // One tree for all of these, so that the page stays when its work finishes the last step.
      <>
        {isOpen && <Reminder />}
        {children}
      </>
    )
  if (!data) return <LoadingPage label="Loading your account" />
  return (
    <Suspense fallback={<LoadingPage label="Loading the setup" />}>
      <SetupPage setup={data} />
    </Suspense>
  )
}

function Reminder() {
  const { push } = useAddress()
  return (
    <p className={classes.reminder}>
      Setup isn’t finished.{' '}
      <a
        href="/"
        onClick={(event) => {
          event.preventDefault()
          push('/')
        }}
      >
        Back to the checklist
      </a>
    </p>
  )
}
