import { isAdmin } from '@leaselight/model'
import { reportAt, reports } from '@leaselight/reports'
import { SectionNav } from '@leaselight/ui'
import { IconBookmarks } from '@tabler/icons-react'
import { useMemo } from 'react'
import { adminLook, adminPages } from '../admin/adminPages'
import { useGlobal } from '../app/Global'
import { useAddress } from '../app/useAddress'
import { navigationOf } from '../state/access'
import { stringifySearch, viewSearch } from '../state/address'
import { MY_REPORTS } from '../take/place'
import { sectionLooks } from './sections'
import classes from './shell.module.css'

interface Props {
  folded?: boolean
  /** After a link was followed. */
  onFollowed?: () => void
}

/** The sections with the reports the reader can open. Links carry no filters: a report opens as it was left. */
export function Navigation({ folded = false, onFollowed }: Props) {
  const { access, user } = useGlobal()
  const { path, search, push } = useAddress()
  const current = reportAt(path, search.view)
  const navigation = useMemo(() => navigationOf(reports, access), [access])
  return (
    <nav aria-label="Reports" className={classes.nav}>
      {navigation.map(({ section, reports: own }) => {
        const { label, Icon } = sectionLooks[section]
        return (
          <SectionNav
            key={section}
            label={label}
            icon={<Icon size={folded ? 20 : 16} stroke={1.5} aria-hidden />}
            folded={folded}
            entries={own.map((report) => ({
              key: report.key,
              label: report.title,
              href: report.path + stringifySearch(viewSearch(report)),
              active: current?.path === report.path && current.section === section,
            }))}
            onFollow={({ key, active }) => {
              const report = own.find((item) => item.key === key)
              if (report && !active) push(report.path, viewSearch(report))
              onFollowed?.()
            }}
          />
        )
      })}
      <SectionNav
        label="Yours"
        icon={<IconBookmarks size={folded ? 20 : 16} stroke={1.5} aria-hidden />}
        folded={folded}
        entries={[{ key: 'my-reports', label: 'My reports', href: MY_REPORTS, active: path === MY_REPORTS }]}
        onFollow={({ href, active }) => {
          if (!active) push(href)
          onFollowed?.()
        }}
      />
      {isAdmin(user.role) && (
        <SectionNav
          label={adminLook.label}
          icon={<adminLook.Icon size={folded ? 20 : 16} stroke={1.5} aria-hidden />}
          folded={folded}
          entries={adminPages.map((page) => ({
            key: page.path,
            label: page.title,
            href: page.path,
            active: path === page.path,
          }))}
          onFollow={({ href, active }) => {
            if (!active) push(href)
            onFollowed?.()
          }}
        />
      )}
    </nav>
  )
}
