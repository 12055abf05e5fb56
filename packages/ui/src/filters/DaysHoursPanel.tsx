import { hourLabel, weekdays } from '@leaselight/model'
import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './daysHours.module.css'
import options from './options.module.css'
import { type DaysHours, toggleOption } from './selection'

interface Props {
  value: DaysHours
  onEdit: (value: DaysHours) => void
  onClose: () => void
}

const ANY: DaysHours = { days: [], hours: [0, 23] }
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const DAYS = Object.entries(weekdays).map(([day, name]) => ({ day: Number(day), name }))

/** The weekdays and hours to choose from. Loaded when the filter is first opened. */
export default function DaysHoursPanel({ value, onEdit, onClose }: Props) {
  const { days, hours } = value
  const [from, to] = hours
  const box = useRef<HTMLDivElement>(null)
  // What stood here while it loaded had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus()
  }, [])
  return (
    <div ref={box} className={options.panel}>
      <fieldset className={classes.days}>
        <legend>Days</legend>
        {DAYS.map(({ day, name }) => (
          <button
            key={day}
            type="button"
            className={`${classes.day} ll-focus`}
            aria-label={name}
            aria-pressed={days.includes(day)}
            onClick={() => onEdit({ ...value, days: toggleOption(days, day).sort((a, b) => a - b) })}
          >
            {name.slice(0, 2)}
          </button>
        ))}
      </fieldset>
      <div className={classes.hours}>
        <NativeSelect
          label="From"
          value={String(from)}
          data={HOURS.map((hour) => ({ value: String(hour), label: hourLabel(hour) }))}
          onChange={(event) => {
            const start = Number(event.currentTarget.value)
            onEdit({ ...value, hours: [start, Math.max(start, to)] })
          }}
        />
        <NativeSelect
          label="To the end of the hour"
          value={String(to)}
          data={HOURS.filter((hour) => hour >= from).map((hour) => ({
            value: String(hour),
            label: hourLabel((hour + 1) % 24),
          }))}
          onChange={(event) => onEdit({ ...value, hours: [from, Number(event.currentTarget.value)] })}
        />
      </div>
      <div className={options.foot}>
        <span>In each property’s own time</span>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onEdit(ANY)}>
          Any time
        </Button>
        <Button size="compact-sm" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}
