import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconRestore } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useIsPhone } from '../parts/useIsPhone'
import classes from './filters.module.css'
import { preloadOptionList } from './LazyOptionList'

const FilterSheet = lazy(() => import('./FilterSheet'))

interface Props {
  /** The filter controls in order. */
  children: ReactNode
  /** How many filters differ from the initial state. */
  activeCount: number
  onReset: () => void
  /** The period and properties as text, next to the phone's button. */
  summary?: string
}

/** The filters of a page: a row of chips, or on a phone a button that opens a sheet. */
export function FilterBar({ children, activeCount, onReset, summary }: Props) {
  const phone = useIsPhone()
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  // Preloads the list after the page is shown, so that it is ready when a filter opens. If it fails, the filter tries
  // again and shows the error.
  useEffect(() => void preloadOptionList().catch(() => undefined), [])
  if (!phone)
    return (
      <search className={classes.bar} aria-label="Filters">
        {children}
        <ResetFiltersButton count={activeCount} onReset={onReset} />
      </search>
    )
  return (
    <search className={classes.bar} aria-label="Filters">
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true)
          setOpened(true)
        }}
      >
        {activeCount > 0 ? `Filters (${activeCount})` : 'Filters'}
      </Button>
      {summary && <span className={classes.summary}>{summary}</span>}
      {wanted && (
        <Suspense>
          <FilterSheet opened={opened} onClose={() => setOpened(false)}>
            {children}
            <ResetFiltersButton count={activeCount} onReset={onReset} />
          </FilterSheet>
        </Suspense>
      )}
    </search>
  )
}

interface ResetProps {
  /** How many filters it would reset; with none, the button is disabled. */
  count: number
  onReset: () => void
}

/** Resets every filter to the report's initial state. */
export function ResetFiltersButton({ count, onReset }: ResetProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconRestore size={14} aria-hidden />}
      disabled={count === 0}
      onClick={onReset}
    >
      Reset
    </Button>
  )
}
