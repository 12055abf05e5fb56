import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './omnibar.module.css'

/** The modifier key: ⌘ on a Mac, Ctrl elsewhere. */
const KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

interface Props {
  onOpen: () => void
  /** Shows only the icon. */
  compact?: boolean
}

/** Opens the omnibar and shows its keyboard shortcut. */
export function OmnibarButton({ onOpen, compact = false }: Props) {
  if (compact)
    return (
      <ActionIcon variant="subtle" color="gray" size={36} aria-label="Find" aria-haspopup="dialog" onClick={onOpen}>
        <IconSearch size={20} stroke={1.5} aria-hidden />
      </ActionIcon>
    )
  return (
    <UnstyledButton
      className={`${classes.button} ll-focus`}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
    >
      <IconSearch size={14} aria-hidden />
      <span>Find</span>
      <kbd aria-hidden>{KEYS}</kbd>
    </UnstyledButton>
  )
}
