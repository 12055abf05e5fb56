import type { ChoiceFilter as Definition } from '@leaselight/model'
import { ChoiceFilter } from '@leaselight/ui'
import type { ControlProps } from './props'

/** One option, of those that the report has. */
export function ChoiceControl({
  definition,
  value,
  initial,
  reportOptions,
  onChange,
}: ControlProps<Definition, string>) {
  const { label, options } = definition
  return (
    <ChoiceFilter
      label={label}
      options={(reportOptions ?? Object.keys(options)).map((option) => ({
        value: option,
        label: options[option] ?? option,
      }))}
      value={value}
      initial={initial}
      onChange={onChange}
    />
  )
}
