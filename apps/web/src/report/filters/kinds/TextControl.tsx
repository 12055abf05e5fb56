import type { TextFilter } from '@leaselight/model'
import { ChoiceFilter } from '@leaselight/ui'
import type { ControlProps } from './props'
import { TypedInput } from './TypedInput'

/** Free text, or the key of an attribute, which is chosen. */
export function TextControl(props: ControlProps<TextFilter, string>) {
  const { definition, value, onChange } = props
  if (definition.of === 'attributeKey') return <AttributeKeyControl {...props} />
  return (
    <TypedInput
      label={definition.label}
      about={definition.description}
      value={value}
      parse={(text) => text.trim()}
      onChange={onChange}
    />
  )
}

function AttributeKeyControl({ definition, value, state, choices, onChange }: ControlProps<TextFilter, string>) {
  const known = state.filters.groupBy === 'source-attribute' ? choices.sourceAttributes : choices.propertyAttributes
  const keys = [...new Set(known.map((item) => item.key))]
  if (keys.length < 2) return null
  return (
    <ChoiceFilter
      label={definition.label}
      options={keys.map((key) => ({ value: key, label: key }))}
      value={value || (keys[0] ?? '')}
      onChange={onChange}
    />
  )
}
