import { commonZones, zoneChoiceName, zoneName } from '@leaselight/model'
import { NativeSelect } from '@mantine/core'

/** The zones of the United States in words, then all others by their cities. */
const known = [
  ...commonZones.map((zone) => ({ value: zone, label: zoneChoiceName(zone) })),
  ...Intl.supportedValuesOf('timeZone')
    .filter((zone) => !commonZones.includes(zone))
    .map((zone) => ({ value: zone, label: zoneChoiceName(zone) })),
]

/** The browser's own zone, which is most often the right one. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A choice of time zones. */
export function TimeZoneSelect({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const data = known.some((zone) => zone.value === value) ? known : [{ value, label: zoneName(value) }, ...known]
  return (
    <NativeSelect
      label="Time zone"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={data}
    />
  )
}
