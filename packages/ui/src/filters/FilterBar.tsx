import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconRestore } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useIsPhone } from '../parts/useIsPhone'
import classes from './filters.module.css'

const FilterSheet = lazy(() => import('./FilterSheet'))

interface Props {
  /** The filter controls in order. */
  children: ReactNode
  /** How many filters differ from the initial state. */
  activeCount: number
  onReset: () => void
  /** The properties and the period as text, on the phone's button. */
  summary: string
  /** What is at the end of the row in a wide window, where the filters leave room. */
  end?: ReactNode
}

/** The filters of a page: a row of chips, or on a phone one button in reach of the thumb that opens a sheet. */
export function FilterBar({ children, activeCount, onReset, summary, end }: Props) {
  const phone = useIsPhone()
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const bar = useRef<HTMLElement>(null)
  if (!phone)
    return (
      <search ref={bar} className={classes.bar} aria-label="Filters">
        <div className={classes.chips} data-chips>
          {children}
        </div>
        {activeCount > 0 && (
          <ResetFiltersButton
            className={classes.reset}
            count={activeCount}
            onReset={() => {
              onReset()
              bar.current?.querySelector('button')?.focus()
            }}
          />
        )}
        {end && <div className={classes.end}>{end}</div>}
      </search>
    )
  return (
    <search className={classes.pillPlace} aria-label="Filters" data-scope-pill>
      <button
        type="button"
        className={`${classes.pill} ll-focus`}
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true)
          setOpened(true)
        }}
      >
        <IconAdjustmentsHorizontal size={18} stroke={1.5} aria-hidden />
        <span className="ll-spoken">Filters: </span>
        <span className={classes.value}>{summary}</span>
        {activeCount > 0 && (
          <span className={classes.badge}>
            {activeCount}
            <span className="ll-spoken"> set</span>
          </span>
        )}
      </button>
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
  className?: string | undefined
  /** How many filters it would reset; with none, the button is disabled. */
  count: number
  onReset: () => void
}

/** Resets every filter to the report's initial state. */
export function ResetFiltersButton({ className, count, onReset }: ResetProps) {
  return (
    <Button
      {...(className !== undefined && { className })}
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
