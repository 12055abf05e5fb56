import { isAdmin, type ReportDefinition, type Section } from '@leaselight/model'
import { reportByPath, reports } from '@leaselight/reports'
import { type NavEntry, type NavGroup, PinnedNav, SectionNav } from '@leaselight/ui'
import { IconBookmarks, IconPin } from '@tabler/icons-react'
import { type ComponentType, useMemo, useState } from 'react'
import { adminPages, adminSection } from '../admin/adminPages'
import { useGlobal } from '../app/Global'
import { useAddress } from '../app/useAddress'
import { GOALS } from '../goals/paths'
import { MY_PAGE } from '../myPage/paths'
import { MY_REPORTS } from '../sharing/paths'
import { type Access, buildNavigation, pinnedReports, viewsBeside } from '../state/access'
import { parseSearch, stringifySearch, viewSearch } from '../state/address'
import { TIMELINE_NOTES } from '../timelineNotes/paths'
import { sectionDisplays } from './sections'
import classes from './shell.module.css'
import { useFindingMarks } from './useFindingMarks'
import { usePinnedCounts } from './usePinnedCounts'

interface Props {
  folded?: boolean
  /** Called after a link is followed. */
  onNavigate?: () => void
}

/**
 * The pinned pages, then one line for each section with the reports the user can open. One section is unfolded at a
 * time, so that everything fits a low window. Links have no filters: a report opens in its last state.
 */
export function Navigation({ folded = false, onNavigate }: Props) {
  const { access, user } = useGlobal()
  const { path, search, push } = useAddress()
  const current = reportByPath(path, search.view)
  const { pinned, sections } = useMemo(() => layOut(access, isAdmin(user.role)), [access, user.role])
  const isActive = ({ path: own, section }: Pick<Page, 'path' | 'section'>): boolean =>
    own === path && (section === undefined || section === current?.section)
  const marks = useFindingMarks()
  const counts = usePinnedCounts()
  /** A page, and while one of them is open the other views of its path below it. */
  const entriesOf = <P extends Page>({ views, ...page }: P) => {
    const isOpen = isActive(page)
    const below = isOpen && !folded ? views : []
    const isOwn = !below.some(({ key }) => key === current?.key)
    const entry = { ...page, active: isOpen && isOwn, waiting: marks.has(page.key) }
    const others = below.map(
      (view): NavEntry => ({
        ...view,
        active: view.key === current?.key,
        waiting: marks.has(view.key),
        isView: true,
      }),
    )
    return { entry, others }
  }
  const listOf = (pages: readonly Page[]): NavEntry[] =>
    pages.flatMap((page) => {
      const { entry, others } = entriesOf(page)
      return [entry, ...others]
    })
  // A section that the user unfolds stays so until the next page opens its own.
  const [chosen, setChosen] = useState<{ path: string; section: string | null } | null>(null)
  const own = sections.find(({ groups }) => groups.some(({ pages }) => pages.some(isActive)))?.label ?? null
  const open = chosen?.path === path ? chosen.section : own

  const navigate = ({ href, active }: NavEntry) => {
    const [to = '', text = ''] = href.split('?')
    if (!active) push(to, parseSearch(text))
    onNavigate?.()
  }
  const size = folded ? 20 : 16
  return (
    <nav aria-label="Reports" className={classes.nav}>
      <PinnedNav
        entries={pinned.flatMap(({ Icon, hint, ...page }) => {
          const { entry, others } = entriesOf(page)
          const shown = {
            ...entry,
            icon: <Icon size={size} stroke={1.5} aria-hidden />,
            hint,
            count: counts.get(page.key),
          }
          return [shown, ...others]
        })}
        collapsed={folded}
        onNavigate={navigate}
      />
      {sections.map(({ label, Icon, groups }) => (
        <SectionNav
          key={label}
          label={label}
          icon={<Icon size={size} stroke={1.5} aria-hidden />}
          groups={groups.map((group): NavGroup => ({ label: group.label, entries: listOf(group.pages) }))}
          open={open === label}
          onToggle={() => setChosen({ path, section: open === label ? null : label })}
          collapsed={folded}
          onNavigate={navigate}
        />
      ))}
    </nav>
  )
}

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

/** A page of the navigation. */
interface Page extends Omit<NavEntry, 'active'> {
  path: string
  /** The other reports of its path and section. */
  views: readonly Omit<NavEntry, 'active'>[]
  /** The section it belongs to, where two pages of one path are in different ones. */
  section?: string
}

interface PinnedPage extends Page {
  Icon: Icon
  /** The name of its section, where it has another one. */
  hint?: string
}

interface NavSection {
  label: string
  Icon: Icon
  groups: { label: string; pages: Page[] }[]
}

const ownPage = (path: string, label: string): Page => ({ key: path, label, href: path, path, views: [] })

/** The pages that are no reports, each in the section whose numbers it is about; in a low window not all can be pinned. */
const ownPages: readonly { within: Section; page: Page }[] = [
  { within: 'Leases', page: ownPage(GOALS, 'Goals') },
  {
    within: 'Marketing',
    page: ownPage(TIMELINE_NOTES, 'Notes on the timeline'),
  },
]

const linkOf = (report: ReportDefinition) => ({
  key: report.key,
  label: report.title,
  href: report.path + stringifySearch(viewSearch(report)),
})

const pageOf = (report: ReportDefinition, access: Access): Page => ({
  ...linkOf(report),
  path: report.path,
  section: report.section,
  // Below their page they are called as on its tabs.
  views: viewsBeside(reports, report, access).map((view) => ({ ...linkOf(view), label: view.tab ?? view.title })),
})

function layOut(access: Access, admin: boolean): { pinned: PinnedPage[]; sections: NavSection[] } {
  const own = pinnedReports(reports, access)
  const pinned = own.map((report): PinnedPage => {
    const { label, Icon } = sectionDisplays[report.section]
    return { ...pageOf(report, access), Icon, ...(label !== report.title && { hint: label }) }
  })
  const saved: PinnedPage = { ...ownPage(MY_REPORTS, 'My reports'), Icon: IconBookmarks }
  const mine: PinnedPage = { ...ownPage(MY_PAGE, 'My page'), Icon: IconPin }
  const isPinned = new Set(own.map(({ key }) => key))
  const found: (NavSection & { key: string })[] = []
  for (const { section, reports: listed } of buildNavigation(reports, access)) {
    const { label, Icon, within } = sectionDisplays[section]
    const pages = listed.filter(({ key }) => !isPinned.has(key)).map((report) => pageOf(report, access))
    const host = found.find(({ key }) => key === within)
    if (pages.length === 0) continue
    if (host) host.groups.push({ label, pages })
    else found.push({ key: section, label, Icon, groups: [{ label: '', pages }] })
  }
  for (const { within, page } of ownPages)
    (found.find(({ key }) => key === within) ?? found[0])?.groups[0]?.pages.push(page)
  const pages = adminPages.map(({ path, title }) => ownPage(path, title))
  return {
    pinned: [...pinned, mine, saved],
    sections: admin ? [...found, { ...adminSection, groups: [{ label: '', pages }] }] : found,
  }
}
