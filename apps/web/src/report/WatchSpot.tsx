import { dimension, dimensionKeys, type ReportDefinition } from '@leaselight/model'
import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  type SyntheticEvent,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { useGlobal } from '../app/Global'
import { useAddress } from '../app/useAddress'
import { shownState } from '../state/scope'
import classes from './watchSpot.module.css'

const WatchDialog = lazy(() => import('../sharing/watches/WatchDialog'))

/** A number on the page: its column, its row, and where it is. */
interface Spot {
  column: string
  row: string | null
  /** What it is called, for screen readers. */
  label: string
  left: number
  top: number
}

const SIZE = 24
const KEY = 'w'

/**
 * Offers to watch the number under the pointer or with the focus: a bell at its cell, column header or tile, and the key W.
 * One bell for all numbers, so that a table of ten thousand rows does not have one in each cell.
 */
export function WatchSpot({ report, children }: { report: ReportDefinition; children: ReactNode }) {
  const { search } = useAddress()
  const { knownProperties } = useGlobal()
  const state = useMemo(() => shownState(report, search, knownProperties), [report, search, knownProperties])
  const [spot, setSpot] = useState<Spot | null>(null)
  const [opened, setOpened] = useState<Spot | null>(null)
  // A bell that stays while its number scrolls away would belong to another one.
  useEffect(() => {
    const hide = () => setSpot(null)
    window.addEventListener('scroll', hide, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', hide, { capture: true })
  }, [])
  const canWatch = (column: string, row: string | null): boolean => {
    const kind = report.columns[column]?.kind
    if (kind === undefined || kind === 'fact') return false
    // A row of a list is a record, and the number of one day never changes.
    return row === null || dimensionKeys.some((key) => row.startsWith(`${key}:`) && !dimension(key).isCalendar)
  }
  const spotAt = (target: EventTarget): Spot | null => {
    const found = target instanceof Element ? target.closest<HTMLElement>('[data-number]') : null
    const column = found?.dataset.number
    const row = found?.dataset.row ?? null
    if (!found || column === undefined || !canWatch(column, row)) return null
    const { left, right, top, height } = found.getBoundingClientRect()
    const isTile = found.tagName === 'SECTION'
    const name = row === null ? null : found.closest('tr')?.querySelector('th')?.textContent
    return {
      ...{ column, row, label: [report.columns[column]?.label, name].filter(Boolean).join(', ') },
      left: isTile ? right - 3.5 * SIZE : left + 2,
      top: isTile ? top + 12 : top + (height - SIZE) / 2,
    }
  }
  const onPoint = ({ target }: SyntheticEvent) => {
    if (target instanceof Element && target.closest('[data-watch-bell]')) return
    setSpot(spotAt(target))
  }
  const onKeyDown = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (key.toLowerCase() !== KEY || ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return
    const found = spotAt(target)
    if (found) setOpened(found)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only looks at what bubbles up from the numbers, which are controls themselves
    <div
      className={classes.area}
      onPointerOver={onPoint}
      onPointerLeave={() => setSpot(null)}
      onFocus={onPoint}
      onKeyDown={onKeyDown}
    >
      {children}
      {spot && (
        <ActionIcon
          data-watch-bell
          data-no-print
          variant="default"
          size={SIZE}
          className={`${classes.bell} ll-focus`}
          style={{ left: spot.left, top: spot.top }}
          aria-label={`Watch ${spot.label}`}
          aria-keyshortcuts="W"
          title="Watch this number (W)"
          aria-haspopup="dialog"
          onClick={() => setOpened(spot)}
        >
          <IconBell size={14} aria-hidden />
        </ActionIcon>
      )}
      {opened && (
        <Suspense>
          <WatchDialog
            subject={{ report, state, column: opened.column, row: opened.row }}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
