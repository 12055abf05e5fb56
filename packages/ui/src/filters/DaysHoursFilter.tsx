import { hourLabel, weekdays } from '@leaselight/model'
import { Button, NativeSelect } from '@mantine/core'
import { FilterShell } from './FilterShell'
import classes from './options.module.css'
import { toggleOption } from './selection'
import { useDraft } from './useDraft'

/** Weekdays 1–7 = Monday–Sunday (empty: every day) and hours 0–23, inclusive. */
export interface DaysHours {
  days: number[]
  hours: [number, number]
}

interface Props {
  label?: string
  value: DaysHours
  /** The current setting as text on the chip. */
  summary: string
  onChange: (value: DaysHours) => void
}

const ANY: DaysHours = { days: [], hours: [0, 23] }
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const DAYS = Object.entries(weekdays).map(([day, name]) => ({ day: Number(day), name }))

/** Limits a report to some weekdays and hours, in each property's local time. */
export function DaysHoursFilter({ label = 'Days and hours', value, summary, onChange }: Props) {
  const draft = useDraft<DaysHours>(value, onChange)
  const { days, hours } = draft.value
  const [from, to] = hours
  const set = value.days.length > 0 || value.hours[0] !== 0 || value.hours[1] !== 23
  return (
    <FilterShell label={label} value={summary} set={set} width={320} onLeave={draft.commit} onCancel={draft.cancel}>
      {(close) => (
        <div className={classes.panel}>
          <fieldset className={classes.days}>
            <legend>Days</legend>
            {DAYS.map(({ day, name }) => (
              <button
                key={day}
                type="button"
                className={`${classes.day} ll-focus`}
                aria-label={name}
                aria-pressed={days.includes(day)}
                onClick={() => draft.edit({ ...draft.value, days: toggleOption(days, day).sort((a, b) => a - b) })}
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
                draft.edit({ ...draft.value, hours: [start, Math.max(start, to)] })
              }}
            />
            <NativeSelect
              label="To the end of the hour"
              value={String(to)}
              data={HOURS.filter((hour) => hour >= from).map((hour) => ({
                value: String(hour),
                label: hourLabel((hour + 1) % 24),
              }))}
              onChange={(event) => draft.edit({ ...draft.value, hours: [from, Number(event.currentTarget.value)] })}
            />
          </div>
          <div className={classes.foot}>
            <span>In each property’s own time</span>
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => draft.edit(ANY)}>
              Any time
            </Button>
            <Button size="compact-sm" onClick={close}>
              Done
            </Button>
          </div>
        </div>
      )}
    </FilterShell>
  )
}
