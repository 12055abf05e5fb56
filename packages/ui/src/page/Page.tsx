import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './page.module.css'

interface PageHeaderProps {
  title: string
  /** The question that the page answers. */
  question?: string
  /** Buttons on the right. */
  actions?: ReactNode
}

/** The page's title with the question it answers, and its actions. */
export function PageHeader({ title, question, actions }: PageHeaderProps) {
  return (
    <header className={classes.head}>
      <div className={classes.titled}>
        <h1 className={classes.title}>{title}</h1>
        {question && <p className={classes.question}>{question}</p>}
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
  /** What it acts on, for screen readers, where several have one label. */
  about?: string
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
  about,
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
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            loading={loading}
            aria-label={about ? `${label}: ${about}` : label}
          >
            {icon}
          </ActionIcon>
        ) : (
          <Button
            variant={variant}
            loading={loading}
            leftSection={icon}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-label={about && `${label}: ${about}`}
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
