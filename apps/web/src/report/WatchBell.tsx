import { dimension, dimensionKeys, type ReportDefinition } from '@leaselight/model'
import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useGlobal } from '../app/Global'
import { useAddress } from '../app/useAddress'
import { shownState } from '../state/scope'
import classes from './watchSpot.module.css'

const WatchDialog = lazy(() => import('../sharing/watches/WatchDialog'))

/** A number on the page: its column, its row, and where its bell is. */
interface Spot {
  column: string
  row: string | null
  /** What it is called, for screen readers. */
  label: string
  left: number
  top: number
}

const SIZE = 24

interface Props {
  report: ReportDefinition
  /** The number under the pointer or with the focus. */
  number: HTMLElement | null
  /** The number that somebody asked to watch by the keyboard. */
  asked: HTMLElement | null
  /** Called when the number has moved away from its bell. */
  onGone: () => void
  onClose: () => void
}

/** The bell at a number, and the dialog to watch it. */
export default function WatchBell({ report, number, asked, onGone, onClose }: Props) {
  const { search } = useAddress()
  const { knownProperties } = useGlobal()
  const state = useMemo(() => shownState(report, search, knownProperties), [report, search, knownProperties])
  const spot = useMemo(() => number && spotOf(report, number), [report, number])
  const [clicked, setClicked] = useState<Spot | null>(null)
  // A bell that stays while its number scrolls away would belong to another one.
  useEffect(() => {
    window.addEventListener('scroll', onGone, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', onGone, { capture: true })
  }, [onGone])
  const opened = clicked ?? (asked && spotOf(report, asked))
  return (
    <>
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
          onClick={() => setClicked(spot)}
        >
          <IconBell size={14} aria-hidden />
        </ActionIcon>
      )}
      {opened && (
        <Suspense>
          <WatchDialog
            subject={{ report, state, column: opened.column, row: opened.row }}
            onClose={() => {
              setClicked(null)
              onClose()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Where a number's bell is; null for what can't be watched. */
function spotOf(report: ReportDefinition, number: HTMLElement): Spot | null {
  const { number: column, row = null } = number.dataset
  if (column === undefined || !canWatch(report, column, row)) return null
  const { left, right, top, height } = number.getBoundingClientRect()
  const isTile = number.tagName === 'SECTION'
  const name = row === null ? null : number.closest('tr')?.querySelector('th')?.textContent
  return {
    ...{ column, row, label: [report.columns[column]?.label, name].filter(Boolean).join(', ') },
    left: isTile ? right - 3.5 * SIZE : left + 2,
    top: isTile ? top + 12 : top + (height - SIZE) / 2,
  }
}

function canWatch(report: ReportDefinition, column: string, row: string | null): boolean {
  const kind = report.columns[column]?.kind
  if (kind === undefined || kind === 'fact') return false
  // A row of a list is a record, and the number of one day never changes.
  return row === null || dimensionKeys.some((key) => row.startsWith(`${key}:`) && !dimension(key).isCalendar)
}
