import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconRestore } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useIsPhone } from '../parts/useIsPhone'
import classes from './filters.module.css'
import { preloadOptionList } from './LazyOptionList'

const FilterSheet = lazy(() => import('./FilterSheet'))

interface Props {
  /** The filter controls in their order. */
  children: ReactNode
  /** How many differ from the starting state. */
  activeCount: number
  onReset: () => void
  /** The period and properties in words, beside the phone's button. */
  summary?: string
}

/** The filters of a page: a row of chips, or on a phone one button that opens a sheet. */
export function FilterBar({ children, activeCount, onReset, summary }: Props) {
  const phone = useIsPhone()
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  // Once the page stands; by the time a filter is opened its list is there. Should it fail, the filter asks again and says so.
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
  /** How many filters it would take back; with none it rests. */
  count: number
  onReset: () => void
}

/** Takes every filter back to where the report starts. */
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
