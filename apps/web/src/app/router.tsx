import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router'
import { AdminRoute } from '../admin/AdminRoute'
import { adminPages } from '../admin/adminPages'
import { GOALS } from '../goals/paths'
import { MY_PAGE } from '../myPage/paths'
import { FatalPage } from '../pages/FatalPage'
import { HomePage } from '../pages/HomePage'
import { RECONCILE } from '../reconcile/paths'
import { ReconcileRoute } from '../reconcile/ReconcileRoute'
import { ReportRoute } from '../report/ReportRoute'
import { openPaths } from '../session/openPaths'
import { MY_REPORTS } from '../sharing/paths'
import { MyReportsRoute, UnsubscribeRoute } from '../sharing/routes'
import { SignedIn } from '../shell/SignedIn'
import { parseSearch, type Search, stringifySearch } from '../state/address'
import { TIMELINE_NOTES } from '../timelineNotes/paths'

const validateSearch = (search: Record<string, unknown>): Search =>
  Object.fromEntries(Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

const root = createRootRoute({ component: Outlet, validateSearch })
// Loaded on demand: users with a session need none of them.
const openPages: Readonly<Record<(typeof openPaths)[number], RouteComponent>> = {
  '/login': lazyRouteComponent(() => import('../pages/LoginPage')),
  // The setup link is for somebody who has no account yet.
  '/setup': lazyRouteComponent(() => import('../setup/SetupLinkPage')),
  '/unsubscribe': UnsubscribeRoute,
  '/guest': lazyRouteComponent(() => import('../pages/guest/GuestPage')),
}
const open = openPaths.map((path) => createRoute({ getParentRoute: () => root, path, component: openPages[path] }))
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn })
const home = createRoute({ getParentRoute: () => signedIn, path: '/', component: HomePage })
// The register decides which report a path opens; the router only passes the path on.
const report = createRoute({ getParentRoute: () => signedIn, path: '$', component: ReportRoute })
const myReports = createRoute({ getParentRoute: () => signedIn, path: MY_REPORTS, component: MyReportsRoute })
const reconcile = createRoute({ getParentRoute: () => signedIn, path: RECONCILE, component: ReconcileRoute })
// Loaded on demand, like reports.
const goals = createRoute({
  getParentRoute: () => signedIn,
  path: GOALS,
  component: lazyRouteComponent(() => import('../goals/GoalsPage')),
})
const timelineNotes = createRoute({
  getParentRoute: () => signedIn,
  path: TIMELINE_NOTES,
  component: lazyRouteComponent(() => import('../timelineNotes/TimelineNotesPage')),
})
const myPage = createRoute({
  getParentRoute: () => signedIn,
  path: MY_PAGE,
  component: lazyRouteComponent(() => import('../myPage/MyPage')),
})
const admin = adminPages.map((page) =>
  createRoute({ getParentRoute: () => signedIn, path: page.path, component: () => <AdminRoute page={page} /> }),
)

/** The addresses of the application. Search parameters are plain text; the model's codec gives them types. */
export function makeRouter() {
  return createRouter({
    routeTree: root.addChildren([
      ...open,
      signedIn.addChildren([home, myPage, myReports, goals, timelineNotes, reconcile, ...admin, report]),
    ]),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: FatalPage,
  })
}
