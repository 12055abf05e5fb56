import { PORTFOLIO, peersLabel, type TextFilter } from '@leaselight/model'
import { ChoiceFilter } from '@leaselight/ui'
import type { ControlProps } from './props'
import { TypedInput } from './TypedInput'

/** Free text; the key of an attribute and peers, which are chosen. */
export function TextControl(props: ControlProps<TextFilter, string>) {
  const { definition, value, onChange } = props
  if (definition.of === 'attributeKey') return <AttributeKeyControl {...props} />
  if (definition.of === 'peers') return <PeersControl {...props} />
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

/** Who is compared with whom: all properties, or those that share an attribute. */
function PeersControl({ definition, value, choices, onChange }: ControlProps<TextFilter, string>) {
  const keys = [...new Set(choices.propertyAttributes.map(({ key }) => key))]
  const offered = [PORTFOLIO, ...keys]
  return (
    <ChoiceFilter
      label={definition.label}
      options={[
        { value: '', label: definition.emptyLabel },
        ...(value === '' || offered.includes(value) ? offered : [...offered, value]).map((by) => ({
          value: by,
          label: peersLabel(by),
        })),
      ]}
      value={value}
      initial=""
      onChange={onChange}
    />
  )
}
