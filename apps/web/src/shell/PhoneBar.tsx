import { reports } from '@leaselight/reports'
import { IconBookmarks, IconBulb, IconLayoutList, IconSearch } from '@tabler/icons-react'
import { type ComponentType, lazy, type MouseEvent, Suspense, useState } from 'react'
import { useGlobal } from '../app/Global'
import { useAddress } from '../app/useAddress'
import { MY_REPORTS } from '../sharing/paths'
import { pinnedReports } from '../state/access'
import { parseSearch, stringifySearch, viewSearch } from '../state/address'
import { PullToRefresh } from './PullToRefresh'
import classes from './phone.module.css'
import { sectionDisplays } from './sections'
import { useFindingMarks } from './useFindingMarks'

const NavigationSheet = lazy(() => import('./NavigationSheet'))

interface Props {
  /** Opens the search over everything; absent for companies without it. */
  onFind: (() => void) | undefined
}

/** A phone's navigation, in reach of the thumb: the start page, all pages in a sheet, the search, and what is saved. */
export default function PhoneBar({ onFind }: Props) {
  const { access, company } = useGlobal()
  const { path } = useAddress()
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  const marks = useFindingMarks()
  const [home] = pinnedReports(reports, access)
  const HomeIcon = home ? sectionDisplays[home.section].Icon : IconBulb
  const inList = path !== home?.path && path !== MY_REPORTS
  return (
    <>
      <PullToRefresh />
      <nav aria-label="Main" className={classes.bar} data-no-print>
        {home && (
          <BarLink
            Icon={HomeIcon}
            label={home.title}
            href={home.path + stringifySearch(viewSearch(home))}
            active={path === home.path}
            waiting={marks.has(home.key)}
          />
        )}
        <BarButton Icon={IconLayoutList} label="Reports" active={inList} onClick={() => setSheet('open')} />
        {onFind && <BarButton Icon={IconSearch} label="Find" onClick={onFind} />}
        <BarLink Icon={IconBookmarks} label="Saved" href={MY_REPORTS} active={path === MY_REPORTS} />
      </nav>
      {sheet !== 'unused' && (
        <Suspense>
          <NavigationSheet
            opened={sheet === 'open'}
            title={company?.name || 'Reports'}
            onClose={() => setSheet('closed')}
          />
        </Suspense>
      )}
    </>
  )
}

interface EntryProps {
  Icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  label: string
  active?: boolean
}

function BarLink({ href, active, waiting, ...entry }: EntryProps & { href: string; waiting?: boolean }) {
  const { push } = useAddress()
  const follow = (event: MouseEvent) => {
    event.preventDefault()
    const [to = '', text = ''] = href.split('?')
    if (!active) push(to, parseSearch(text))
    else window.scrollTo(0, 0)
  }
  return (
    <a href={href} className={`${classes.entry} ll-focus`} aria-current={active ? 'page' : undefined} onClick={follow}>
      <EntryContent {...entry} />
      {waiting && (
        <>
          <span className={classes.dot} aria-hidden />
          <span className="ll-spoken">, needs you</span>
        </>
      )}
    </a>
  )
}

function BarButton({ active, onClick, ...entry }: EntryProps & { onClick: () => void }) {
  return (
    <button
      type="button"
      className={`${classes.entry} ll-focus`}
      aria-haspopup="dialog"
      data-active={active || undefined}
      onClick={onClick}
    >
      <EntryContent {...entry} />
    </button>
  )
}

function EntryContent({ Icon, label }: EntryProps) {
  return (
    <>
      <Icon size={22} stroke={1.5} aria-hidden />
      <span>{label}</span>
    </>
  )
}
