import { type Day, type DayRange, dayCount, formatRange, pluralize, precedingRange } from '@leaselight/model'
import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import Calendar from './Calendar'
import classes from './dates.module.css'

type Part = 'current' | 'prior'

interface Props {
  /** The dates to choose first. */
  part?: Part
  current: DayRange
  /** A custom comparison period; by default the period right before. */
  prior: DayRange | undefined
  today: Day
  months: 1 | 2
  first?: Day
  last?: Day
  onApply: (range: DayRange & { prior?: DayRange }) => void
}

/** Custom dates: the period on a calendar, and what it is compared with. Loaded on first use. */
export default function CustomRange({
  part: start = 'current',
  current,
  prior,
  today,
  months,
  first,
  last,
  onApply,
}: Props) {
  const [part, setPart] = useState<Part>(start)
  const [period, setPeriod] = useState<DayRange | null>(current)
  const [own, setOwn] = useState<DayRange | null>(prior ?? null)
  const compared = own ?? (period && precedingRange(period))
  return (
    <div className={classes.customRange}>
      <SegmentedControl<Part>
        size="xs"
        value={part}
        onChange={setPart}
        aria-label="Which dates"
        data={[
          { value: 'current', label: 'Period' },
          { value: 'prior', label: 'Compared with' },
        ]}
      />
      {part === 'current' ? (
        <Calendar
          key="current"
          value={period}
          months={months}
          {...(first && { first })}
          {...(last && { last })}
          onChange={setPeriod}
        />
      ) : (
        <Calendar key="prior" value={compared} months={months} {...(last && { last })} onChange={setOwn} />
      )}
      <p className={classes.meaning} role="status">
        <strong>
          {period
            ? `${formatRange(period, today)} (${pluralize(dayCount(period), 'day')})`
            : 'Choose the first and the last day'}
        </strong>
        {compared && <span>Compared with {formatRange(compared, today)}</span>}
      </p>
      <div className={classes.foot}>
        <span />
        {own && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setOwn(null)}>
            Compare with the days before
          </Button>
        )}
        <Button
          size="compact-sm"
          disabled={!period}
          onClick={() => period && onApply({ ...period, ...(own && { prior: own }) })}
        >
          Apply
        </Button>
      </div>
    </div>
  )
}
