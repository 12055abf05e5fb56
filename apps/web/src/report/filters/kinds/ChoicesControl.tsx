import type { ChoicesFilter } from '@leaselight/model'
import { MultiFilter } from '@leaselight/ui'
import type { ControlProps } from './props'

/** Several options of a closed list. */
export function ChoicesControl({ definition, value, onChange }: ControlProps<ChoicesFilter, string[]>) {
  const options = Object.entries(definition.options).map(([option, label]) => ({ value: option, label }))
  return <MultiFilter label={definition.label} options={options} value={value} onChange={onChange} />
}
