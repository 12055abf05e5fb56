import { reports } from '@leaselight/reports'
import { NoPermission } from '@leaselight/ui'
import { useQuery } from '@tanstack/react-query'
import { useGlobal } from '../app/Global'
import { Redirect } from '../app/Redirect'
import { useServices } from '../app/Services'
import { MY_PAGE } from '../myPage/paths'
import { myPage } from '../myPage/queries'
import { UnknownAccess } from '../shell/UnknownAccess'
import { buildNavigation, pinnedReports } from '../state/access'
import { noPropertiesMessage } from '../state/person'

/** The start page: the user's own page if wanted, else the first pinned report, or the first one that the user can open. */
export function HomePage() {
  const { client } = useServices()
  const { access, user } = useGlobal()
  const own = useQuery({ ...myPage(client), retry: false })
  if (own.isPending) return null
  if (own.data?.startPage) return <Redirect path={MY_PAGE} />
  const first = pinnedReports(reports, access)[0] ?? buildNavigation(reports, access)[0]?.reports[0]
  if (first) return <Redirect path={first.path} />
  if (access.unknown.length > 0) return <UnknownAccess />
  if (user.propertyIds.length === 0) return <NoPermission>{noPropertiesMessage(user)}</NoPermission>
  return <NoPermission>You don’t have access to any report yet. Ask your administrator.</NoPermission>
}
