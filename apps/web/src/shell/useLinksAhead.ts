import { applyFlags } from '@leaselight/model'
import { reportByPath } from '@leaselight/reports'
import { useIsPhone, useStableCallback } from '@leaselight/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { fetchCode, fetchParts } from '../report/fetchParts'
import { openingSearch } from '../report/openingSearch'
import { reportQuery } from '../report/queries'
import { accessDenial } from '../state/access'
import { parseSearch } from '../state/address'
import { shownState } from '../state/scope'

const LINK = 'a[href]:not([download])'

/**
 * Fetches the report behind a link before the link is followed: its code once the pointer or the focus is at the link, and
 * its numbers once a mouse presses it, a tenth of a second before it is let go. A finger may only mean to scroll.
 */
export function useLinksAhead(): void {
  const { client, preferences } = useServices()
  const { access, today, knownProperties, propertiesForReport } = useGlobal()
  const queries = useQueryClient()
  const phone = useIsPhone()

  const linked = (target: EventTarget | null) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINK) : null
    if (!link || link.origin !== window.location.origin || link.getAttribute('aria-current')) return null
    const search = parseSearch(link.search)
    const report = reportByPath(link.pathname, search.view)
    return report && !accessDenial(report, access) ? { report: applyFlags(report, access.flags), search } : null
  }
  const reach = useStableCallback(({ target }: Event) => {
    const found = linked(target)
    if (found) fetchCode(found.report, phone)
  })
  const press = useStableCallback(
    ({ target, pointerType, button, ctrlKey, metaKey, shiftKey, altKey }: PointerEvent) => {
      const found = linked(target)
      // Anything else opens another window, or a menu.
      const follows = button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
      if (!found || pointerType !== 'mouse' || !follows) return
      const { report, search } = found
      const opening = openingSearch(report, search, preferences, propertiesForReport(report))
      void queries.prefetchQuery(reportQuery(client, report, shownState(report, opening, knownProperties), today))
      // After the numbers: the server answers in turn.
      fetchParts(report, { phone, client, queries })
    },
  )

  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    document.addEventListener('pointerover', reach, { passive: true, signal })
    document.addEventListener('focusin', reach, { passive: true, signal })
    document.addEventListener('pointerdown', press, { passive: true, signal })
    return () => gone.abort()
  }, [reach, press])
}
