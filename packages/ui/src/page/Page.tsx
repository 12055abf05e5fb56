import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconChevronDown, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './page.module.css'

interface PageHeaderProps {
  title: string
  /** What the page shows, in one sentence. */
  question?: string
  /** Buttons on the right. */
  actions?: ReactNode
}

/** The page's title with its description behind an (i), and its actions. */
export function PageHeader({ title, question, actions }: PageHeaderProps) {
  return (
    <header className={classes.head}>
      <div className={classes.titled}>
        <h1 className={classes.title}>{title}</h1>
        {question && (
          <Tooltip label={question}>
            <ActionIcon variant="subtle" color="gray" size={24} aria-label={`${title}: ${question}`}>
              <IconInfoCircle size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}

/** The muted last line of a page: zone, freshness, what is left out. */
export function MutedLine({ items }: { items: readonly ReactNode[] }) {
  const shown = items.filter((item) => item !== null && item !== undefined && item !== false && item !== '')
  return (
    <ul className={classes.quiet}>
      {shown.map((item, index) => (
        // The line is always replaced as a whole, and its parts have no key except their position.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index}>{item}</li>
      ))}
    </ul>
  )
}

export interface Action {
  label: string
  icon?: ReactNode
  onSelect: () => void
  disabled?: boolean
  /** Additional text under the label. */
  hint?: string
}

interface ActionMenuProps {
  label: string
  icon?: ReactNode
  actions: readonly Action[]
  /** True while one of its actions runs. */
  loading?: boolean
  variant?: 'default' | 'filled' | 'subtle'
  /** Shows only the icon, where many buttons are stacked. */
  compact?: boolean
}

/** A button that opens a menu of actions. */
export function ActionMenu({
  label,
  icon,
  actions,
  loading = false,
  variant = 'default',
  compact = false,
}: ActionMenuProps) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        {compact ? (
          <ActionIcon variant="subtle" color="gray" size={30} loading={loading} aria-label={label}>
            {icon}
          </ActionIcon>
        ) : (
          <Button
            variant={variant}
            loading={loading}
            leftSection={icon}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {label}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            leftSection={action.icon}
            disabled={action.disabled ?? false}
            onClick={action.onSelect}
          >
            {action.label}
            {action.hint && <span className={classes.hint}>{action.hint}</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export interface NavEntry {
  key: string
  label: string
  href: string
  active: boolean
}

interface SectionNavProps {
  label: string
  icon?: ReactNode
  entries: readonly NavEntry[]
  /** Follows a link without reloading the page. */
  onNavigate: (entry: NavEntry) => void
  /** Shows only the icons. */
  collapsed?: boolean
}

/** A section of the navigation with its pages. */
export function SectionNav({ label, icon, entries, onNavigate, collapsed = false }: SectionNavProps) {
  if (collapsed)
    return (
      <Menu position="right-start" width={200} trigger="click-hover" offset={4}>
        <Menu.Target>
          <ActionIcon
            size={36}
            variant={entries.some((entry) => entry.active) ? 'light' : 'subtle'}
            color={entries.some((entry) => entry.active) ? 'accent' : 'gray'}
            aria-label={label}
          >
            {icon}
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{label}</Menu.Label>
          {entries.map((entry) => (
            <Menu.Item
              key={entry.key}
              component="a"
              href={entry.href}
              onClick={(event) => navigate(event, entry, onNavigate)}
            >
              {entry.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )
  return (
    <div className={classes.section}>
      <h2 className={classes.sectionTitle}>
        {icon}
        {label}
      </h2>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.key}>
            <a
              href={entry.href}
              className={`${classes.entry} ll-focus`}
              aria-current={entry.active ? 'page' : undefined}
              onClick={(event) => navigate(event, entry, onNavigate)}
            >
              {entry.label}
            </a>
          </li>
        ))}
      </ul>
    </div>
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
