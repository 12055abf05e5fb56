import { IconFlag } from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'

/** A page for administrators that is not a report. */
export interface AdminPage {
  path: string
  title: string
  Page: ComponentType
}

/** The pages for administrators in navigation order. Each is loaded when it is opened. */
export const adminPages: readonly AdminPage[] = [
  { path: '/admin/flags', title: 'Feature flags', Page: lazy(() => import('./FlagsPage')) },
  { path: '/admin/import', title: 'Import', Page: lazy(() => import('./import/ImportPage')) },
  { path: '/admin/feeds', title: 'Feeds', Page: lazy(() => import('./feeds/FeedsPage')) },
  { path: '/admin/erase', title: 'Erase people', Page: lazy(() => import('./ErasePage')) },
  { path: '/admin/audit', title: 'Activity log', Page: lazy(() => import('./AuditPage')) },
  { path: '/outbox', title: 'Outbox', Page: lazy(() => import('../sharing/outbox/OutboxPage')) },
]

/** How their navigation section is shown. */
export const adminSection = { label: 'Admin', Icon: IconFlag }
