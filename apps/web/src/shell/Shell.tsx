import { reportByPath } from '@leaselight/reports'
import { ErrorBoundary, useIsPhone, useNarrowerThan } from '@leaselight/ui'
import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useGlobal } from '../app/Global'
import { useAddress } from '../app/useAddress'
import { log } from '../monitoring'
import { OmnibarButton } from '../omnibar/OmnibarButton'
import { noteRecent, pageTarget, reportTarget } from '../omnibar/recent'
import { OmnibarContext, useOmnibar } from '../omnibar/useOmnibar'
import { FatalPage } from '../pages/FatalPage'
import { watchPrinting } from '../report/export/print'
import { isDemo, storageKeys } from '../session/storage'
import { Banners } from './Banners'
import { Brand } from './Brand'
import { Navigation } from './Navigation'
import { SampleTag } from './SampleTag'
import classes from './shell.module.css'
import { UserMenu } from './UserMenu'
import { useLinksAhead } from './useLinksAhead'

const PhoneBar = lazy(() => import('./PhoneBar'))

/** The frame around every page: navigation on the left, on a phone at the bottom; banners above the page. */
export function Shell() {
  const { path, search } = useAddress()
  const { company, flags } = useGlobal()
  const [chosen, setChosen] = useState(() => localStorage.getItem(storageKeys.navigationFolded))
  // As the user left it, otherwise folded where it would take too much of the window, also when that is resized.
  const narrow = useNarrowerThan('63.99em')
  const folded = chosen === null ? narrow : chosen === 'true'
  // From here on the bar above a report has room for the search.
  const narrower = useNarrowerThan('89.99em')
  const phone = useIsPhone()
  const main = useFocusOnNewPage(path)
  useEffect(() => watchPrinting(localStorage), [])
  useLinksAhead()
  // The start page only leads on.
  const report = reportByPath(path, search.view)
  const opened = report ? reportTarget(report) : path === '/' ? null : pageTarget(path)
  useEffect(() => {
    if (opened) noteRecent(localStorage, opened)
  }, [opened])
  const omnibar = useOmnibar(flags.omnibar)

  const fold = () => {
    localStorage.setItem(storageKeys.navigationFolded, String(!folded))
    setChosen(String(!folded))
  }
  const companyName = company?.name ?? ''

  return (
    <div className={classes.shell} data-folded={folded || undefined}>
      <a href="#content" className={classes.skip}>
        Skip to the report
      </a>
      {!phone && (
        <aside className={classes.side} data-no-print>
          <div className={classes.sideHead}>
            <Brand markOnly={folded} />
            {omnibar && !folded && !narrower && <OmnibarButton place="brand" onOpen={omnibar.open} />}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={folded ? 'Unfold the navigation' : 'Fold the navigation'}
              aria-expanded={!folded}
              onClick={fold}
            >
              {folded ? (
                <IconLayoutSidebarLeftExpand size={18} stroke={1.5} aria-hidden />
              ) : (
                <IconLayoutSidebarLeftCollapse size={18} stroke={1.5} aria-hidden />
              )}
            </ActionIcon>
          </div>
          {!folded && companyName && (
            <div className={classes.company}>
              <span>{companyName}</span>
              <SampleTag />
            </div>
          )}
          {omnibar && (folded || narrower) && (
            <OmnibarButton place={folded ? 'folded' : 'navigation'} onOpen={omnibar.open} />
          )}
          <Navigation folded={folded} />
          <UserMenu compact={folded} />
        </aside>
      )}
      {omnibar?.dialog}
      <main id="content" ref={main} tabIndex={-1} className={classes.main}>
        {isDemo(localStorage) && (
          <p className={classes.demo} role="note">
            Sales demo: the names of properties and people are samples.
          </p>
        )}
        <Banners />
        <ErrorBoundary
          resetKey={path}
          fallback={(error) => <FatalPage error={error} />}
          onError={(error) => log('Something went wrong on this page.', error)}
        >
          <OmnibarContext value={omnibar?.open ?? null}>
            <Outlet />
          </OmnibarContext>
        </ErrorBoundary>
      </main>
      {phone && (
        <Suspense>
          <PhoneBar onFind={omnibar?.open} />
        </Suspense>
      )}
    </div>
  )
}

// After a link, keyboard and screen reader users continue in the new page, not in the navigation.
function useFocusOnNewPage(path: string) {
  const main = useRef<HTMLElement>(null)
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    main.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [path])
  return main
}
