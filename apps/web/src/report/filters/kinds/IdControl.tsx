import type { IdFilter } from '@leaselight/model'
import { SinglePropertyPicker } from '@leaselight/ui'
import type { ControlProps } from './props'

/** One record: so far only a property can be chosen alone. */
export function IdControl({ value, choices, onChange }: ControlProps<IdFilter, number>) {
  return <SinglePropertyPicker properties={choices.properties} value={value} onChange={onChange} />
}
