import {
  type DateRange,
  type Day,
  type FuturePreset,
  formatRange,
  futurePresets,
  type PastPreset,
  pastPresets,
  presetLabel,
  resolveRange,
} from '@leaselight/model'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, use, useState } from 'react'
import { useIsPhone } from '../parts/useIsPhone'
import { LoadingInline } from '../states/Loading'
import classes from './dates.module.css'
import { FilterContainerContext, FilterShell } from './FilterShell'
import { LazyOptionList } from './LazyOptionList'
import type { Option } from './selection'

const CustomRange = lazy(() => import('./CustomRange'))
const PeriodRow = lazy(() => import('./PeriodRow'))

type Ranges = { past: DateRange; future: DateRange<FuturePreset> }

interface PickerProps<R> {
  label?: string
  value: R
  /** The company's current date, for presets. */
  today: Day
  onChange: (range: R) => void
}

/** Chooses the period: a past preset, or custom dates with a comparison period. */
export function DateRangePicker({ label = 'Dates', ...props }: PickerProps<Ranges['past']>) {
  return <Picker<PastPreset> {...props} label={label} presets={keysOf(pastPresets)} last={props.today} />
}

/** Chooses future days: a preset, or custom dates. */
export function FutureDateRangePicker({ label = 'Upcoming dates', ...props }: PickerProps<Ranges['future']>) {
  return <Picker<FuturePreset> {...props} label={label} presets={keysOf(futurePresets)} first={props.today} />
}

interface InnerProps<P extends PastPreset | FuturePreset> extends PickerProps<DateRange<P>> {
  label: string
  presets: readonly P[]
  first?: Day
  last?: Day
}

function Picker<P extends PastPreset | FuturePreset>({
  label,
  value,
  today,
  onChange,
  presets,
  ...limits
}: InnerProps<P>) {
  const phone = useIsPhone()
  const inSheet = use(FilterContainerContext) === 'sheet'
  const [custom, setCustom] = useState(value.preset === 'custom')
  const { current, prior } = resolveRange(value, today)
  // A comparison that moves with the period stays when the period changes.
  const basis = value.compareWith && { compareWith: value.compareWith }
  const options: Option<P | 'custom'>[] = [
    ...presets.map((preset) => ({
      value: preset,
      label: presetLabel(preset),
      hint: formatRange(resolveRange({ preset }, today).current, today),
    })),
    { value: 'custom', label: 'Custom dates' },
  ]
  const narrow = phone || inSheet
  const shell = (
    <FilterShell
      label={label}
      value={
        value.preset === 'custom'
          ? formatRange(current, today)
          : `${presetLabel(value.preset)}: ${formatRange(current, today)}`
      }
      icon={<IconCalendar size={14} aria-hidden />}
      width={narrow ? 340 : custom ? 912 : 340}
      onLeave={() => setCustom(value.preset === 'custom')}
      onCancel={() => setCustom(value.preset === 'custom')}
    >
      {(close) => (
        <div className={classes.dates} data-narrow={narrow || undefined}>
          <div className={classes.presets}>
            <LazyOptionList<P | 'custom'>
              options={options}
              selected={new Set([custom ? 'custom' : value.preset])}
              label={label}
              visibleRows={narrow ? 8 : 16}
              onPick={(picked) => {
                setCustom(picked === 'custom')
                if (picked === 'custom') return
                onChange({ preset: picked, ...basis })
                close()
              }}
            />
            <p className={classes.meaning}>
              <strong>{formatRange(current, today)}</strong>
              <span>Compared with {formatRange(prior, today)}</span>
            </p>
          </div>
          {custom && (
            <div className={classes.custom}>
              <Suspense fallback={<LoadingInline label="Loading the calendar" />}>
                <CustomRange
                  today={today}
                  current={current}
                  prior={value.preset === 'custom' && 'prior' in value ? value.prior : undefined}
                  months={narrow ? 1 : 2}
                  {...limits}
                  onApply={(range) => {
                    onChange({ preset: 'custom', ...range, ...(!range.prior && basis) })
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
  if (!inSheet) return shell
  return (
    <div>
      <Suspense>
        <PeriodRow
          label={label}
          presets={presets.map((preset) => ({
            preset,
            isChosen: preset === value.preset,
            pick: () => onChange({ preset }),
          }))}
        />
      </Suspense>
      {shell}
    </div>
  )
}

// The table of presets has typed keys, which Object.keys loses.
const keysOf = <K extends string>(table: Record<K, unknown>): K[] => Object.keys(table) as K[]
