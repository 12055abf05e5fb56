import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './nav.module.css'

export interface NavEntry {
  key: string
  label: string
  href: string
  active: boolean
  /** Whether something on it waits for the reader. */
  waiting?: boolean
}

interface NavProps {
  /** Follows a link without reloading the page. */
  onNavigate: (entry: NavEntry) => void
  /** Shows only the icons. */
  collapsed?: boolean
}

interface PinnedProps extends NavProps {
  entries: readonly (NavEntry & { icon: ReactNode; hint?: string | undefined })[]
}

/** The pages above the sections of the navigation, each with its icon. */
export function PinnedNav({ entries, onNavigate, collapsed = false }: PinnedProps) {
  return (
    <ul className={classes.pinned} data-collapsed={collapsed || undefined}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <Tooltip label={entry.label} position="right" disabled={!collapsed}>
            <a
              href={entry.href}
              className={`${classes.entry} ll-focus`}
              aria-current={entry.active ? 'page' : undefined}
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
            </a>
          </Tooltip>
        </li>
      ))}
    </ul>
  )
}

/** Entries under a name of their own within a section. */
export interface NavGroup {
  /** Empty for the section's own entries. */
  label: string
  entries: readonly NavEntry[]
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
      <Menu position="right-start" width={200} trigger="click-hover" offset={4}>
        <Menu.Target>
          <ActionIcon
            size={36}
            variant={hasActive ? 'light' : 'subtle'}
            color={hasActive ? 'accent' : 'gray'}
            aria-label={isWaiting ? `${label}, ${WAITING}` : label}
            className={classes.rail}
          >
            {icon}
            {isWaiting && <span className={classes.dot} aria-hidden />}
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {groups.map((group) => [
            <Menu.Label key={group.label}>{group.label || label}</Menu.Label>,
            ...group.entries.map((entry) => (
              <Menu.Item
                key={entry.key}
                component="a"
                href={entry.href}
                onClick={(event) => navigate(event, entry, onNavigate)}
              >
                {entry.label}
                {entry.waiting && <Waiting />}
              </Menu.Item>
            )),
          ])}
        </Menu.Dropdown>
      </Menu>
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

const WAITING = 'needs you'

/** A dot, and for screen readers what it means. */
function Waiting() {
  return (
    <>
      <span className={classes.dot} aria-hidden />
      <span className="ll-spoken">, {WAITING}</span>
    </>
  )
}

interface Click {
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  preventDefault: () => void
}

// A click with a modifier opens a new tab or window, as with any link.
function navigate(event: Click, entry: NavEntry, onFollow: (entry: NavEntry) => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  onFollow(entry)
}
