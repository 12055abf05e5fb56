import { type ChartColor, meaningColors } from '@leaselight/charts'
import {
  type ColumnName,
  eachDay,
  formatShortDay,
  type MemberPage,
  type RowOf,
  tourTypes,
  wallTime,
  weekdayOf,
  weekdays,
} from '@leaselight/model'
import { AnswerCard } from '@leaselight/ui/views'
import { type Entry, type Slot, WeekCalendar } from '@leaselight/ui/week'
import { useMemo } from 'react'
import type { ReportViewProps } from '../views'
import type { upcomingAppointments } from './report'

type Row = RowOf<typeof upcomingAppointments>

const COUNTED: ColumnName<typeof upcomingAppointments> = 'scheduled'

/** The number of appointments whose names are requested at once; beyond it, hours show a count. */
const NAMED = 500
const names = Object.entries(tourTypes)
// The colors of the report's own columns, so that a kind of tour has one color on the page.
const tourColors: Readonly<Record<string, ChartColor>> = meaningColors.tour
const colors = names.map(([type]) => tourColors[type] ?? 'pale')
const legend = names.map(([, label], index) => ({ color: colors[index] ?? 'pale', label }))

/** Upcoming appointments as a week, followed by who booked them and the comparison. */
export default function UpcomingAppointmentsView(view: ReportViewProps) {
  const { result, today, stale, lead, evidence, onDrillDown, useReport, useEndpoint } = view
  const hours = useReport({ switches: { by: 'hour' } }, 'all')
  const people = useEndpoint<MemberPage>(`/api/reports/${view.report.key}/members?column=${COUNTED}&page_size=${NAMED}`)
  // Without names an hour still has its count. Names make a day taller, so the week waits until it is known whether they
  // come.
  const named = people.is === 'here' ? people.data : undefined
  const days = useMemo(() => (result.period ? eachDay(result.period) : []), [result.period])
  return (
    <>
      {lead}
      <AnswerCard
        answer={people.is === 'loading' ? people : hours}
        title={{ subject: 'Appointments by day and hour', of: ({ result: { rows } }) => inWords(slotsOf(rows, named)) }}
        loading="Loading the hours"
        stale={stale}
      >
        {(seen) => (
          <WeekCalendar
            days={days}
            today={today}
            slots={slotsOf(seen.result.rows, named)}
            noun="appointment"
            legend={legend}
            onOpen={(slot) => onDrillDown(slot.key, COUNTED, nameOf(slot, seen.result.rows), seen)}
          />
        )}
      </AnswerCard>
      {evidence}
    </>
  )
}

/** The hours with appointments, with the known names. */
function slotsOf(rows: readonly Row[], people: MemberPage | undefined): Slot[] {
  // The newest come first, so an incomplete page would only have names for the last days.
  const entries = people && people.total <= NAMED ? people.rows.flatMap((row) => entryOf(row)) : []
  return rows.flatMap((row) => {
    const day = row.parent?.startsWith('date:') ? row.parent.slice('date:'.length) : null
    const { hour, scheduled } = row
    if (day === null || !Number(scheduled)) return []
    const own = entries.filter((entry) => entry.day === day && entry.hour === Number(hour))
    return [
      {
        key: row.key,
        day,
        hour: Number(hour),
        count: Number(scheduled),
        entries: own.sort((a, b) => a.minute - b.minute || a.title.localeCompare(b.title)),
      },
    ]
  })
}

function entryOf({ at, timeZone, name, property, agent, details }: MemberPage['rows'][number]): Entry[] {
  if (typeof at !== 'string' || typeof timeZone !== 'string') return []
  const { day, hour, second } = wallTime(Date.parse(at), timeZone)
  const type = names.findIndex(([key]) => String(details).startsWith(key))
  return [
    {
      day,
      hour,
      minute: Math.floor(second / 60),
      title: String(name),
      detail: [property, agent === 'Unassigned' ? null : agent].filter(Boolean).join(' · '),
      color: colors[type] ?? 'pale',
    },
  ]
}

function nameOf(slot: Slot, rows: readonly Row[]): string {
  const day = rows.find((row) => row.key === slot.key.split('/')[0])?.dateName
  const hour = rows.find((row) => row.key === slot.key)?.hourName
  return [day, hour].filter(Boolean).join(', ')
}

/** The day with the most appointments. */
function inWords(slots: readonly Slot[]): string {
  const byDay = new Map<string, number>()
  for (const { day, count } of slots) byDay.set(day, (byDay.get(day) ?? 0) + count)
  const total = [...byDay.values()].reduce((sum, count) => sum + count, 0)
  if (total === 0) return 'Nothing is booked in this period'
  const [fullest] = [...byDay].sort(([, a], [, b]) => b - a)
  if (!fullest || byDay.size === 1) return 'Who comes when'
  return `${weekdayName(fullest[0])} is the fullest day, with ${fullest[1].toLocaleString('en-US')} of ${total.toLocaleString('en-US')} appointments`
}

// The table's own keys; Object.values loses that there are seven.
const weekdayName = (day: string): string => `${Object.values(weekdays)[weekdayOf(day) - 1]}, ${formatShortDay(day)},`
