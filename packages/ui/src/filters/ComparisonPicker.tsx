import {
  type ComparisonBasis,
  comparisons,
  type DateRange,
  type Day,
  formatRange,
  resolveRange,
} from '@leaselight/model'
import { lazy, Suspense, use, useState } from 'react'
import { useIsPhone } from '../parts/useIsPhone'
import { LoadingInline } from '../states/Loading'
import classes from './dates.module.css'
import { FilterContainerContext, FilterShell } from './FilterShell'
import { LazyOptionList } from './LazyOptionList'

const CustomRange = lazy(() => import('./CustomRange'))

interface Props {
  value: DateRange
  /** The company's current date, for presets. */
  today: Day
  onChange: (range: DateRange) => void
}

type Choice = 'before' | ComparisonBasis | 'custom'

/** Chooses what a period is compared with: the period before it, another that moves with it, or fixed days. */
export function ComparisonPicker({ value, today, onChange }: Props) {
  const phone = useIsPhone()
  const inSheet = use(FilterContainerContext) === 'sheet'
  const chosen: Choice = 'prior' in value && value.prior ? 'custom' : (value.compareWith ?? 'before')
  const [custom, setCustom] = useState(chosen === 'custom')
  const { current, prior } = resolveRange(value, today)
  const { compareWith: _, ...rest } = value
  const plain: DateRange = 'prior' in rest ? { preset: 'custom', start: rest.start, end: rest.end } : rest
  const daysOf = (range: DateRange) => formatRange(resolveRange(range, today).prior, today)
  const bases = Object.entries(comparisons) as [ComparisonBasis, string][]
  const narrow = phone || inSheet
  const leave = () => setCustom(chosen === 'custom')
  return (
    <FilterShell
      label="vs"
      value={formatRange(prior, today)}
      set={chosen !== 'before'}
      width={narrow ? 340 : custom ? 912 : 340}
      onLeave={leave}
      onCancel={leave}
    >
      {(close) => (
        <div className={classes.dates} data-narrow={narrow || undefined}>
          <div className={classes.presets}>
            <LazyOptionList<Choice>
              options={[
                { value: 'before', label: 'The period before', hint: daysOf(plain) },
                ...bases.map(([basis, label]) => ({
                  value: basis,
                  label,
                  hint: daysOf({ ...plain, compareWith: basis }),
                })),
                { value: 'custom', label: 'Custom dates' },
              ]}
              selected={new Set([custom ? 'custom' : chosen])}
              label="Compared with"
              visibleRows={3}
              onPick={(picked) => {
                setCustom(picked === 'custom')
                if (picked === 'custom') return
                onChange(picked === 'before' ? plain : { ...plain, compareWith: picked })
                close()
              }}
            />
          </div>
          {custom && (
            <div className={classes.custom}>
              <Suspense fallback={<LoadingInline label="Loading the calendar" />}>
                <CustomRange
                  today={today}
                  part="prior"
                  current={current}
                  prior={prior}
                  months={narrow ? 1 : 2}
                  last={today}
                  onApply={(range) => {
                    onChange({ preset: 'custom', ...range })
                    close()
                  }}
                />
              </Suspense>
            </div>
          )}
        </div>
      )}
    </FilterShell>
  )
}
