import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import classes from './page.module.css'

export interface Action {
  label: string
  icon?: ReactNode
  onSelect: () => void
  disabled?: boolean
  /** Additional text under the label. */
  hint?: string
  /** Begins a section of the menu with this heading. */
  section?: string
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
        <MenuActions actions={actions} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The actions of a menu. */
export const MenuActions = ({ actions }: Pick<ActionMenuProps, 'actions'>) =>
  actions.map(({ section, label, icon, hint, disabled = false, onSelect }) => (
    <Fragment key={label}>
      {section && <Menu.Label>{section}</Menu.Label>}
      <Menu.Item leftSection={icon} disabled={disabled} onClick={onSelect}>
        {label}
        {hint && <span className={classes.hint}>{hint}</span>}
      </Menu.Item>
    </Fragment>
  ))
