import { NativeSelect } from '@mantine/core'

/** The zones of the United States in words, first in the list. */
const common = [
  { value: 'America/New_York', label: 'Eastern Time' },
  { value: 'America/Chicago', label: 'Central Time' },
  { value: 'America/Denver', label: 'Mountain Time' },
  { value: 'America/Phoenix', label: 'Arizona' },
  { value: 'America/Los_Angeles', label: 'Pacific Time' },
  { value: 'America/Anchorage', label: 'Alaska' },
  { value: 'Pacific/Honolulu', label: 'Hawaii' },
]
const others = Intl.supportedValuesOf('timeZone')
  .filter((zone) => !common.some(({ value }) => value === zone))
  .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

/** The browser's own zone, which is most often the right one. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A zone in words. */
export const zoneLabel = (zone: string): string =>
  common.find(({ value }) => value === zone)?.label ?? zone.replaceAll('_', ' ')

/** A choice of time zones. */
export function TimeZoneSelect({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const known = [...common, ...others]
  const data = known.some((zone) => zone.value === value) ? known : [{ value, label: zoneLabel(value) }, ...known]
  return (
    <NativeSelect
      label="Time zone"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={data}
    />
  )
}
