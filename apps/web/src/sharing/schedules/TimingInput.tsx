import { commonZones, frequencies, weekdays, zoneChoiceName } from '@leaselight/model'
import { NativeSelect, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import classes from '../components/form.module.css'
import { timingPreview } from '../queries'
import type { TimingFields } from '../types'

interface Props {
  value: TimingFields
  onChange: (value: TimingFields) => void
}

const frequencyLabels = { DAILY: 'Every day', WEEKLY: 'Every week', MONTHLY: 'Every month' } as const
const LAST_DAY = 31

/** Whether the timing is complete. */
export const isTimingComplete = ({ frequency, weekdays: days, time }: TimingFields): boolean =>
  time !== '' && (frequency !== 'WEEKLY' || days.length > 0)

/** The default of a new schedule: Mondays at seven. */
export const defaultTiming = (timeZone: string): TimingFields => ({
  frequency: 'WEEKLY',
  weekdays: [1],
  dayOfMonth: 1,
  time: '07:00',
  timeZone,
})

/** When a report is sent, with its next runs as text. */
export function TimingInput({ value, onChange }: Props) {
  const { company, properties } = useGlobal()
  const near = [...new Set([value.timeZone, company?.timeZone, ...(properties ?? []).map(({ timeZone }) => timeZone)])]
  const known = near.filter((zone) => zone !== undefined)
  const others = [...new Set([...commonZones, ...Intl.supportedValuesOf('timeZone')])].filter(
    (zone) => !known.includes(zone),
  )
  const set = (part: Partial<TimingFields>) => onChange({ ...value, ...part })
  return (
    <>
      <NativeSelect
        label="How often"
        value={value.frequency}
        onChange={({ currentTarget }) =>
          set({ frequency: frequencies.find((item) => item === currentTarget.value) ?? value.frequency })
        }
        data={frequencies.map((item) => ({ value: item, label: frequencyLabels[item] }))}
      />
      {value.frequency === 'WEEKLY' && <Weekdays value={value.weekdays} onChange={(days) => set({ weekdays: days })} />}
      {value.frequency === 'MONTHLY' && (
        <NativeSelect
          label="Day of the month"
          value={value.dayOfMonth ?? 1}
          onChange={({ currentTarget }) => set({ dayOfMonth: Number(currentTarget.value) })}
          data={Array.from({ length: LAST_DAY }, (_, index) => ({
            value: String(index + 1),
            label: index + 1 === LAST_DAY ? 'The last day' : String(index + 1),
          }))}
        />
      )}
      <div className={classes.pair}>
        <TextInput
          label="At"
          type="time"
          className={classes.time}
          value={value.time}
          onChange={({ currentTarget }) => set({ time: currentTarget.value.slice(0, 5) })}
        />
        <NativeSelect
          label="Time zone"
          value={value.timeZone}
          onChange={({ currentTarget }) => set({ timeZone: currentTarget.value })}
        >
          <optgroup label="Yours">
            <ZoneOptions zones={known} />
          </optgroup>
          <optgroup label="All others">
            <ZoneOptions zones={others} />
          </optgroup>
        </NativeSelect>
      </div>
      {isTimingComplete(value) && <NextRuns timing={value} />}
    </>
  )
}

const ZoneOptions = ({ zones }: { zones: readonly string[] }) =>
  zones.map((zone) => (
    <option key={zone} value={zone}>
      {zoneChoiceName(zone)}
    </option>
  ))

function Weekdays({ value, onChange }: { value: readonly number[]; onChange: (days: number[]) => void }) {
  return (
    <fieldset className={classes.weekdays}>
      <legend>On</legend>
      {Object.entries(weekdays).map(([day, name]) => (
        <label key={day} className={classes.weekday}>
          <input
            type="checkbox"
            checked={value.includes(Number(day))}
            aria-label={name}
            onChange={({ currentTarget }) =>
              onChange(
                (currentTarget.checked ? [...value, Number(day)] : value.filter((item) => item !== Number(day))).sort(),
              )
            }
          />
          <span aria-hidden>{name.slice(0, 2)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function NextRuns({ timing }: { timing: TimingFields }) {
  const { client } = useServices()
  // While the next response loads the last one stays, so that the form does not jump.
  const { data, error } = useQuery({ ...timingPreview(client, timing), placeholderData: keepPreviousData })
  return (
    <div className={classes.preview} role="status">
      {error?.message}
      {data && (
        <>
          <p>{data.timingInWords}. Next:</p>
          <ul>
            {data.nextRunsInWords.map((run) => (
              <li key={run}>{run}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
