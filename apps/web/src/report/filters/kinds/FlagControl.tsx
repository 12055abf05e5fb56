import type { FlagFilter } from '@leaselight/model'
import { ToggleFilter } from '@leaselight/ui'
import type { ControlProps } from './props'

/** On or off. */
export function FlagControl({ definition, value, onChange }: ControlProps<FlagFilter, boolean>) {
  const { label, description } = definition
  return <ToggleFilter label={label} description={description} value={value} onChange={onChange} />
}
