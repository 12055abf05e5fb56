import { IconChevronDown, IconX } from '@tabler/icons-react'
import { createContext, type KeyboardEvent, type ReactNode, use, useId, useState } from 'react'
import { useAnchor } from '../floating/anchor'
import { panelOf } from '../floating/panelOf'
import classes from './filters.module.css'
import { preloadOptionList } from './LazyOptionList'

// With the list that most of them hold. If that fails, the panel tries again and shows the error.
const FilterPanel = panelOf(async () => {
  const list = preloadOptionList().catch(() => undefined)
  const panel = await import('./FilterPanel')
  await list
  return panel
})

/** Where filters are shown: as chips in a row that open popovers, or stacked in a phone's sheet. */
export const FilterContainerContext = createContext<'bar' | 'sheet'>('bar')

interface Props {
  label: string
  /** The current value as text. */
  value: string
  /** Whether it differs from the initial state. */
  set?: boolean
  icon?: ReactNode
  width?: number
  children: (close: () => void) => ReactNode
  /** The user left the filter: apply the choice. */
  onLeave?: () => void
  /** Shows all again: a button on the chip of a filter that is set. */
  clear?: { label: string; onClear: () => void } | undefined
  /** The user pressed Escape: restore the previous choice. */
  onCancel?: () => void
}

/** A filter's chip and its popover. */
export function FilterShell(props: Props) {
  return use(FilterContainerContext) === 'sheet' ? <FilterDisclosure {...props} /> : <FilterChip {...props} />
}

function FilterChip({ label, value, set = false, icon, width = 280, children, onLeave, onCancel, clear }: Props) {
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
  const { anchor, button } = useAnchor('dialog', FilterPanel.load, [opened, change])
  const chip = (
    <>
      <button
        {...button}
        type="button"
        className={`${classes.chip} ll-focus`}
        data-set={set || undefined}
        data-open={opened || undefined}
      >
        {icon}
        <span className={classes.label}>{label}</span>
        <span className={classes.value}>{value}</span>
        <IconChevronDown size={14} className={classes.chevron} aria-hidden />
      </button>
      <FilterPanel anchor={anchor} label={label} width={width} onKeyDownCapture={onKeyDown}>
        {() => children(() => change(false))}
      </FilterPanel>
    </>
  )
  if (!clear) return chip
  // One tree with and without the button, so that the chip keeps the focus when its choice is made.
  return (
    <span className={classes.clearable} data-set={set || undefined}>
      {chip}
      {set && (
        <button
          type="button"
          className={`${classes.clear} ll-focus`}
          aria-label={clear.label}
          title={clear.label}
          onClick={clear.onClear}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  )
}

// In a phone's sheet, a popover would be one layer too many, so the filter expands in place.
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
