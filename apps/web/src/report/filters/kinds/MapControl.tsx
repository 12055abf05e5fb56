import type { MapFilter } from '@leaselight/model'
import { MultiFilter } from '@leaselight/ui'
import type { ControlProps } from './props'

/** Values of attributes. */
export function MapControl({
  definition,
  value,
  choices,
  onChange,
}: ControlProps<MapFilter, Record<string, string[]>>) {
  const known = definition.of === 'source' ? choices.sourceAttributes : choices.propertyAttributes
  return (
    <MultiFilter
      label={definition.label}
      options={known.map((item) => ({ value: `${item.key}:${item.value}`, label: item.value, hint: item.key }))}
      value={Object.entries(value).flatMap(([key, list]) => list.map((item) => `${key}:${item}`))}
      onChange={(chosen) => onChange(parseAttributes(chosen))}
    />
  )
}

function parseAttributes(chosen: readonly string[]): Record<string, string[]> {
  const attributes: Record<string, string[]> = {}
  for (const item of chosen) {
    const at = item.indexOf(':')
    const key = item.slice(0, at)
    attributes[key] = [...(attributes[key] ?? []), item.slice(at + 1)]
  }
  return attributes
}
