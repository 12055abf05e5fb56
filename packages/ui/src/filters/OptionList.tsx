import { TextInput } from '@mantine/core'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useIsPhone } from '../parts/useIsPhone'
import classes from './options.module.css'
import { findOptions, type Option } from './selection'

const ROW = 32
/** On a phone as high as a finger needs, and no more of them than leave room for what follows. */
const PHONE_ROW = 44
const PHONE_ROWS = 6

interface Props<T> {
  options: readonly Option<T>[]
  selected: ReadonlySet<T>
  onPick: (value: T) => void
  /** What the list contains, for screen readers and the search field. */
  label: string
  multiple?: boolean
  searchable?: boolean
  /** How many options are visible at once. */
  visibleRows?: number
}

/**
 * A list to choose from. The focus stays in one place (the search field, or the list itself) and arrow keys move the
 * active option, so a thousand options are a single tab stop; only visible options are in the document.
 */
export function OptionList<T extends string | number>(props: Props<T>) {
  const { options, selected, onPick, label, multiple = false, searchable = false, visibleRows = 8 } = props
  const [search, setSearch] = useState('')
  const found = useMemo(() => findOptions(options, search), [options, search])
  const phone = useIsPhone()
  const rowHeight = phone ? PHONE_ROW : ROW
  const rowsInSight = Math.min(visibleRows, phone ? PHONE_ROWS : visibleRows)
  const [pointed, setPointed] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => selected.has(option.value)),
    ),
  )
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const virtualizer = useVirtualizer({
    count: found.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 280, height: rowsInSight * rowHeight },
  })
  // Opening the list scrolls to the chosen option.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens
  useEffect(() => virtualizer.scrollToIndex(pointed), [])

  const point = (to: number): void => {
    const index = Math.max(0, Math.min(found.length - 1, to))
    setPointed(index)
    virtualizer.scrollToIndex(index)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const option = found[pointed]
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: visibleRows, PageUp: -visibleRows }
    const step = steps[event.key]
    if (step !== undefined) point(pointed + step)
    else if (event.key === 'Home' && !searchable) point(0)
    else if (event.key === 'End' && !searchable) point(found.length - 1)
    else if ((event.key === 'Enter' || (event.key === ' ' && !searchable)) && option) onPick(option.value)
    else return
    event.preventDefault()
  }
  const keys = {
    onKeyDown,
    'aria-activedescendant': found[pointed] ? `${id}-${pointed}` : undefined,
  }
  return (
    <div className={classes.list}>
      {searchable && (
        <TextInput
          {...keys}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-label={`Find in ${label.toLowerCase()}`}
          placeholder="Find"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          autoComplete="off"
          data-autofocus
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setPointed(0)
          }}
        />
      )}
      <div
        ref={box}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        className={`${classes.options} ll-focus`}
        style={{ maxHeight: `min(${Math.min(options.length, rowsInSight + 0.5) * rowHeight}px, 60vh)` }}
        {...(searchable ? { tabIndex: -1 } : { ...keys, tabIndex: 0, 'data-autofocus': true })}
      >
        <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map((item) => {
            const option = found[item.index]
            if (!option) return null
            const chosen = selected.has(option.value)
            return (
              // Following the listbox pattern, the focused element handles keys for the options.
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above
              // biome-ignore lint/a11y/useFocusableInteractive: see above
              <div
                key={option.value}
                id={`${id}-${item.index}`}
                role="option"
                aria-selected={chosen}
                aria-posinset={item.index + 1}
                aria-setsize={found.length}
                className={classes.option}
                data-pointed={item.index === pointed || undefined}
                style={{ height: rowHeight, translate: `0 ${item.start}px` }}
                onMouseMove={() => setPointed(item.index)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onPick(option.value)}
              >
                <span className={classes.mark} data-multiple={multiple || undefined} data-chosen={chosen || undefined}>
                  {chosen && <IconCheck size={12} stroke={3} aria-hidden />}
                </span>
                <span className={classes.optionLabel} title={option.label}>
                  {option.label}
                </span>
                {option.hint && <span className={classes.hint}>{option.hint}</span>}
              </div>
            )
          })}
        </div>
      </div>
      {found.length === 0 && (
        <p role="status" className={classes.nothing}>
          {search ? `No matches for “${search}”.` : 'There is nothing to choose from.'}
        </p>
      )}
    </div>
  )
}
