import { lazy, Suspense } from 'react'
import { LoadingInline } from '../states/Loading'
import { FilterShell } from './FilterShell'
import type { DaysHours } from './selection'
import { useDraft } from './useDraft'

// Few readers limit the hours, and none before the first page is there.
const DaysHoursPanel = lazy(() => import('./DaysHoursPanel'))

interface Props {
  label?: string
  value: DaysHours
  /** The current setting as text on the chip. */
  summary: string
  onChange: (value: DaysHours) => void
}

/** Limits a report to some weekdays and hours, in each property's local time. */
export function DaysHoursFilter({ label = 'Days and hours', value, summary, onChange }: Props) {
  const draft = useDraft<DaysHours>(value, onChange)
  const set = value.days.length > 0 || value.hours[0] !== 0 || value.hours[1] !== 23
  return (
    <FilterShell label={label} value={summary} set={set} width={320} onLeave={draft.commit} onCancel={draft.cancel}>
      {(close) => (
        <Suspense
          fallback={
            <div tabIndex={-1} data-autofocus>
              <LoadingInline label="Loading days and hours" />
            </div>
          }
        >
          <DaysHoursPanel value={draft.value} onEdit={draft.edit} onClose={close} />
        </Suspense>
      )}
    </FilterShell>
  )
}
