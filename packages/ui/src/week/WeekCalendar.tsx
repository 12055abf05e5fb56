import type { ChartColor } from '@leaselight/charts'
import {
  type Day,
  formatClock,
  formatRange,
  formatShortDay,
  hourLabel,
  pluralize,
  weekdayOf,
  weekdays,
} from '@leaselight/model'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useIsPhone } from '../parts/useIsPhone'
import { type Entry, hoursOf, type Slot, weeksOf } from './layout'
import classes from './week.module.css'

export interface WeekCalendarProps {
  /** The days shown, in order. */
  days: readonly Day[]
  today: Day
  slots: readonly Slot[]
  /** The noun for an entry: `appointment`. */
  noun: string
  /** What the colors mean. */
  legend: readonly { color: ChartColor; label: string }[]
  onOpen: (slot: Slot) => void
}

/** How many entries an hour names before it only counts the rest. */
const MAX_ENTRIES_SHOWN = 3
/** How many hours a phone shows before all of them are asked for. */
const HOURS_ON_PHONE = 4

/** A week hour by hour; on a phone as a list by day. Each hour opens its records. */
export function WeekCalendar(props: WeekCalendarProps) {
  const { days, today, legend } = props
  const weeks = useMemo(() => weeksOf(days), [days])
  const [page, setPage] = useState(0)
  const phone = useIsPhone()
  const at = Math.min(page, weeks.length - 1)
  const week = weeks[at] ?? []
  const [first = '', last = ''] = [week[0], week.at(-1)]
  return (
    <>
      <div className={classes.head}>
        <ul className={classes.legend} aria-label="Colors">
          {legend.map(({ color, label }) => (
            <li key={label}>
              <span className={classes.swatch} style={{ background: `var(--ll-chart-${color})` }} aria-hidden />
              {label}
            </li>
          ))}
        </ul>
        {weeks.length > 1 && (
          <div className={classes.pages} data-no-print>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Earlier days"
              disabled={at === 0}
              onClick={() => setPage(at - 1)}
            >
              <IconChevronLeft size={16} aria-hidden />
            </ActionIcon>
            <span role="status">{formatRange({ start: first, end: last }, today)}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Later days"
              disabled={at === weeks.length - 1}
              onClick={() => setPage(at + 1)}
            >
              <IconChevronRight size={16} aria-hidden />
            </ActionIcon>
          </div>
        )}
      </div>
      {phone ? <Agenda {...props} days={week} /> : <Week {...props} days={week} />}
    </>
  )
}

function Week({ days, today, slots, noun, onOpen }: WeekCalendarProps) {
  const hours = hoursOf(slots)
  const byPlace = new Map(slots.map((slot) => [`${slot.day} ${slot.hour}`, slot]))
  return (
    <div className={classes.scroll}>
      <table className={classes.week} style={{ minWidth: `${3.5 + days.length * 7.5}rem` }}>
        <thead>
          <tr>
            <td />
            {days.map((day) => (
              <th key={day} scope="col" data-today={day === today || undefined}>
                <span className={classes.weekday}>{shortName(day)}</span> {formatShortDay(day)}
                <span className={classes.sum}>{pluralize(countOn(slots, day), noun)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour}>
              <th scope="row">{hourLabel(hour)}</th>
              {days.map((day) => {
                const slot = byPlace.get(`${day} ${hour}`)
                return (
                  <td key={day} data-today={day === today || undefined}>
                    {slot && <SlotButton slot={slot} noun={noun} onOpen={onOpen} />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Agenda({ days, today, slots, noun, onOpen }: WeekCalendarProps) {
  const [whole, setWhole] = useState(false)
  const inOrder = [...slots].sort((a, b) => a.day.localeCompare(b.day) || a.hour - b.hour)
  const shown = whole ? inOrder : inOrder.slice(0, HOURS_ON_PHONE)
  const list = (
    <ol className={classes.agenda}>
      {days.map((day) => {
        const own = shown.filter((slot) => slot.day === day)
        return (
          <li key={day}>
            <h3 className={classes.day} data-today={day === today || undefined}>
              {shortName(day)} {formatShortDay(day)}
              <span className={classes.sum}>{pluralize(countOn(slots, day), noun)}</span>
            </h3>
            {own.map((slot) => (
              <SlotButton key={slot.key} slot={slot} noun={noun} onOpen={onOpen} />
            ))}
          </li>
        )
      })}
    </ol>
  )
  if (shown.length === inOrder.length) return list
  return (
    <>
      {list}
      <Button variant="default" fullWidth mt="sm" onClick={() => setWhole(true)}>
        Show all{' '}
        {pluralize(
          slots.reduce((sum, { count }) => sum + count, 0),
          noun,
        )}
      </Button>
    </>
  )
}

interface SlotProps {
  slot: Slot
  noun: string
  onOpen: (slot: Slot) => void
}

function SlotButton({ slot, noun, onOpen }: SlotProps) {
  const named = slot.entries.slice(0, MAX_ENTRIES_SHOWN)
  const rest = slot.count - named.length
  return (
    <button
      type="button"
      className={`${classes.slot} ll-focus`}
      aria-label={`${shortName(slot.day)} ${formatShortDay(slot.day)}, ${hourLabel(slot.hour)}: ${pluralize(slot.count, noun)}${named.length > 0 ? `, ${named.map(({ title }) => title).join(', ')}` : ''}. Open the list`}
      onClick={() => onOpen(slot)}
    >
      {named.map((entry) => (
        <EntryLine key={`${entry.minute} ${entry.title} ${entry.detail}`} entry={entry} />
      ))}
      {rest > 0 && (
        <span className={classes.rest}>{named.length > 0 ? `and ${rest} more` : pluralize(rest, noun)}</span>
      )}
    </button>
  )
}

const EntryLine = ({ entry }: { entry: Entry }) => (
  <span className={classes.entry} style={{ borderInlineStartColor: `var(--ll-chart-${entry.color})` }}>
    <span className={classes.title}>
      <span className="ll-number">{formatClock(entry.minute)}</span> {entry.title}
    </span>
    <span className={classes.detail}>{entry.detail}</span>
  </span>
)

const countOn = (slots: readonly Slot[], day: Day): number =>
  slots.reduce((sum, slot) => sum + (slot.day === day ? slot.count : 0), 0)

/** `Mon` of a day. */
const shortName = (day: Day): string => Object.values(weekdays)[weekdayOf(day) - 1]?.slice(0, 3) ?? ''
