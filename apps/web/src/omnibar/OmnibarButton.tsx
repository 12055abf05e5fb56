import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { MODIFIER_KEY } from '../app/modifierKey'
import classes from './omnibar.module.css'

interface Props {
  onOpen: () => void
  /** In the navigation, in the folded one, beside the brand, or in the bar above a report. */
  place: 'navigation' | 'folded' | 'brand' | 'bar'
}

/** Opens the omnibar and shows its keyboard shortcut. */
export function OmnibarButton({ onOpen, place }: Props) {
  if (place === 'folded' || place === 'brand') {
    const [size, icon] = place === 'folded' ? [36, 20] : [28, 18]
    return (
      <ActionIcon variant="subtle" color="gray" size={size} aria-label="Find" aria-haspopup="dialog" onClick={onOpen}>
        <IconSearch size={icon} stroke={1.5} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <UnstyledButton
      className={`${classes.button} ll-focus`}
      data-place={place}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
    >
      <IconSearch size={14} aria-hidden />
      <span>{place === 'bar' ? 'Ask or find' : 'Find'}</span>
      <kbd aria-hidden>{MODIFIER_KEY} K</kbd>
    </UnstyledButton>
  )
}
