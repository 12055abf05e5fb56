import { panelOf, useAnchor } from '@leaselight/ui'
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useGlobal } from '../app/Global'
import { displayName, initials } from '../state/person'
import classes from './shell.module.css'

const UserPanel = panelOf(() => import('./UserPanel'))

/** The signed-in user, with a menu for the theme and signing out. */
export function UserMenu({ compact = false }: { compact?: boolean }) {
  const { user, profile } = useGlobal()
  const { anchor, button } = useAnchor('menu', UserPanel.load, useState(false))
  const name = displayName(user, profile)
  return (
    <>
      {compact ? (
        <ActionIcon {...button} variant="light" size={32} radius={16} aria-label={`Account of ${name}`}>
          <span aria-hidden>{initials(name)}</span>
        </ActionIcon>
      ) : (
        <UnstyledButton {...button} className={`${classes.user} ll-focus`} aria-label={`Account of ${name}`}>
          <span className={classes.initials} aria-hidden>
            {initials(name)}
          </span>
          <span className={classes.userName}>{name}</span>
          <IconChevronRight size={14} aria-hidden />
        </UnstyledButton>
      )}
      <UserPanel anchor={anchor} compact={compact} />
    </>
  )
}
