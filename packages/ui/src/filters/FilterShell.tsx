import { Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { createContext, type KeyboardEvent, type ReactNode, use, useId, useState } from 'react'
import classes from './filters.module.css'

/** Where filters stand: as chips in a row that open popovers, or one under the other in a phone's sheet. */
export const FilterContainerContext = createContext<'bar' | 'sheet'>('bar')

interface Props {
  label: string
  /** What is set, in words. */
  value: string
  /** Whether it differs from the starting state. */
  set?: boolean
  icon?: ReactNode
  width?: number
  children: (close: () => void) => ReactNode
  /** The reader has left the filter and wants what is chosen. */
  onLeave?: () => void
  /** The reader pressed Escape and wants what was before. */
  onCancel?: () => void
}

/** A filter's chip and what it opens. */
export function FilterShell(props: Props) {
  return use(FilterContainerContext) === 'sheet' ? <FilterDisclosure {...props} /> : <FilterChip {...props} />
}

function FilterChip({ label, value, set = false, icon, width = 280, children, onLeave, onCancel }: Props) {
  const [opened, setOpened] = useState(false)
  const change = (open: boolean): void => {
    setOpened(open)
    if (!open) onLeave?.()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    setOpened(false)
    onCancel?.()
  }
  return (
    <Popover
      opened={opened}
      onChange={change}
      position="bottom-start"
      offset={4}
      width={width}
      trapFocus
      // Its own way with Escape would leave like a click elsewhere, which keeps what is chosen.
      closeOnEscape={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={`${classes.chip} ll-focus`}
          data-set={set || undefined}
          data-open={opened || undefined}
          onClick={() => change(!opened)}
        >
          {icon}
          <span className={classes.label}>{label}</span>
          <span className={classes.value}>{value}</span>
          <IconChevronDown size={14} className={classes.chevron} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} onKeyDownCapture={onKeyDown} aria-label={label}>
        {children(() => change(false))}
      </Popover.Dropdown>
    </Popover>
  )
}

// A popover over a sheet over the page is one layer too many for a thumb: here the filter opens in its place.
function FilterDisclosure({ label, value, set = false, children, onLeave }: Props) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  const toggle = (open: boolean): void => {
    setOpened(open)
    if (!open) onLeave?.()
  }
  return (
    <div className={classes.disclosure} data-set={set || undefined}>
      <button
        type="button"
        className={`${classes.opener} ll-focus`}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => toggle(!opened)}
      >
        <span className={classes.label}>{label}</span>
        <span className={classes.value}>{value}</span>
        <IconChevronDown size={16} className={classes.chevron} data-open={opened || undefined} aria-hidden />
      </button>
      <div id={id} hidden={!opened} className={classes.inside}>
        {opened && children(() => toggle(false))}
      </div>
    </div>
  )
}
