import { isAdmin } from '@leaselight/model'
import { reportByPath, reports } from '@leaselight/reports'
import { SectionNav } from '@leaselight/ui'
import { IconBookmarks } from '@tabler/icons-react'
import { useMemo } from 'react'
import { adminPages, adminSection } from '../admin/adminPages'
import { useGlobal } from '../app/Global'
import { useAddress } from '../app/useAddress'
import { MY_REPORTS } from '../sharing/paths'
import { buildNavigation } from '../state/access'
import { stringifySearch, viewSearch } from '../state/address'
import { sectionDisplays } from './sections'
import classes from './shell.module.css'

interface Props {
  folded?: boolean
  /** Called after a link is followed. */
  onNavigate?: () => void
}

/** The sections with the reports the user can open. Links have no filters: a report opens in its last state. */
export function Navigation({ folded = false, onNavigate }: Props) {
  const { access, user } = useGlobal()
  const { path, search, push } = useAddress()
  const current = reportByPath(path, search.view)
  const navigation = useMemo(() => buildNavigation(reports, access), [access])
  return (
    <nav aria-label="Reports" className={classes.nav}>
      {navigation.map(({ section, reports: own }) => {
        const { label, Icon } = sectionDisplays[section]
        return (
          <SectionNav
            key={section}
            label={label}
            icon={<Icon size={folded ? 20 : 16} stroke={1.5} aria-hidden />}
            collapsed={folded}
            entries={own.map((report) => ({
              key: report.key,
              label: report.title,
              href: report.path + stringifySearch(viewSearch(report)),
              active: current?.path === report.path && current.section === section,
            }))}
            onNavigate={({ key, active }) => {
              const report = own.find((item) => item.key === key)
              if (report && !active) push(report.path, viewSearch(report))
              onNavigate?.()
            }}
          />
        )
      })}
      <SectionNav
        label="Yours"
        icon={<IconBookmarks size={folded ? 20 : 16} stroke={1.5} aria-hidden />}
        collapsed={folded}
        entries={[{ key: 'my-reports', label: 'My reports', href: MY_REPORTS, active: path === MY_REPORTS }]}
        onNavigate={({ href, active }) => {
          if (!active) push(href)
          onNavigate?.()
        }}
      />
      {isAdmin(user.role) && (
        <SectionNav
          label={adminSection.label}
          icon={<adminSection.Icon size={folded ? 20 : 16} stroke={1.5} aria-hidden />}
          collapsed={folded}
          entries={adminPages.map((page) => ({
            key: page.path,
            label: page.title,
            href: page.path,
            active: path === page.path,
          }))}
          onNavigate={({ href, active }) => {
            if (!active) push(href)
            onNavigate?.()
          }}
        />
      )}
    </nav>
  )
}
