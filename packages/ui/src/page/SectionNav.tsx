import { IconChevronRight } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useId } from 'react'
import { Hint } from '../floating/Hint'
import classes from './nav.module.css'
import { type NavEntry, type NavGroup, navigate, RailButton, Waiting } from './navEntries'

// A menu beside each icon, where the navigation shows only icons.
const SectionRail = lazy(() => import('./SectionRail'))

interface NavProps {
  /** Follows a link without reloading the page. */
  onNavigate: (entry: NavEntry) => void
  /** Shows only the icons. */
  collapsed?: boolean
}

interface PinnedProps extends NavProps {
  entries: readonly (NavEntry & { icon?: ReactNode; hint?: string | undefined })[]
}

/** The pages above the sections of the navigation, each with its icon. */
export function PinnedNav({ entries, onNavigate, collapsed = false }: PinnedProps) {
  const id = useId()
  const countId = ({ key, count }: NavEntry) => (count ? `${id}-${key}` : undefined)
  return (
    <ul className={classes.pinned} data-collapsed={collapsed || undefined}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <Hint
            label={entry.count ? `${entry.label} · ${entry.count.words}` : entry.label}
            position="right"
            disabled={!collapsed}
          >
            <a
              href={entry.href}
              className={`${classes.entry} ll-focus`}
              data-view={entry.isView || undefined}
              aria-current={entry.active ? 'page' : undefined}
              aria-describedby={countId(entry)}
              onClick={(event) => navigate(event, entry, onNavigate)}
            >
              {entry.icon}
              <span className={collapsed ? 'll-spoken' : undefined}>{entry.label}</span>
              {entry.waiting && <Waiting />}
              {entry.hint && !collapsed && (
                <span className={classes.hint} aria-hidden>
                  {entry.hint}
                </span>
              )}
              {entry.count && !collapsed && (
                <span className={classes.hint} aria-hidden>
                  {entry.count.value.toLocaleString('en-US')}
                </span>
              )}
            </a>
          </Hint>
          {/* A description rather than a part of the name, by which a reader finds the link. */}
          {entry.count && (
            <span id={countId(entry)} hidden>
              {entry.count.words}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

interface SectionNavProps extends NavProps {
  label: string
  icon?: ReactNode
  groups: readonly NavGroup[]
  /** Whether its entries are shown. */
  open: boolean
  onToggle: () => void
}

/** A section of the navigation: one line that unfolds to its pages. */
export function SectionNav({ label, icon, groups, open, onToggle, onNavigate, collapsed = false }: SectionNavProps) {
  const id = useId()
  const isWaiting = groups.some(({ entries }) => entries.some((entry) => entry.waiting))
  const hasActive = groups.some(({ entries }) => entries.some((entry) => entry.active))
  if (collapsed)
    return (
      <Suspense
        fallback={
          <RailButton label={label} icon={icon} isWaiting={isWaiting} hasActive={hasActive} aria-haspopup="menu" />
        }
      >
        <SectionRail {...{ label, icon, groups, isWaiting, hasActive, onNavigate }} />
      </Suspense>
    )
  return (
    <div className={classes.section}>
      <h2 className={classes.heading}>
        <button
          type="button"
          className={`${classes.toggle} ll-focus`}
          aria-expanded={open}
          aria-controls={id}
          data-active={hasActive || undefined}
          onClick={onToggle}
        >
          {icon}
          <span>
            {label}
            {isWaiting && !open && <Waiting />}
          </span>
          <IconChevronRight size={14} className={classes.chevron} aria-hidden />
        </button>
      </h2>
      <div id={id} hidden={!open}>
        {groups.map((group) => (
          <div key={group.label}>
            {group.label && <h3 className={classes.group}>{group.label}</h3>}
            <ul className={classes.entries}>
              {group.entries.map((entry) => (
                <li key={entry.key}>
                  <a
                    href={entry.href}
                    className={`${classes.entry} ${classes.inner} ll-focus`}
                    data-view={entry.isView || undefined}
                    aria-current={entry.active ? 'page' : undefined}
                    onClick={(event) => navigate(event, entry, onNavigate)}
                  >
                    {entry.label}
                    {entry.waiting && <Waiting />}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </div>
  )
}
