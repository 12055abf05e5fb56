import type { IdsFilter, NamesFilter } from '@leaselight/model'
import { MultiFilter, type Option, PropertyPicker } from '@leaselight/ui'
import type { FilterChoices } from '../choices'
import type { ControlProps } from './props'

/** Several records, chosen by name. */
export function IdsControl({
  definition,
  value,
  choices,
  onChange,
}: ControlProps<IdsFilter | NamesFilter, (number | string)[]>) {
  const { of, label } = definition
  switch (of) {
    case 'call':
      // A list of calls hands them on by a link; there is nothing to choose from.
      return null
    case 'property':
      return (
        <PropertyPicker
          properties={choices.properties}
          value={value.filter((id) => typeof id === 'number')}
          onChange={onChange}
        />
      )
    case 'agent':
    case 'attribute':
    case 'source':
    case 'team':
      return <MultiFilter label={label} options={optionsOf(of, value, choices)} value={value} onChange={onChange} />
  }
}

function optionsOf(
  of: 'agent' | 'attribute' | 'source' | 'team',
  value: readonly (number | string)[],
  choices: FilterChoices,
): readonly Option<number | string>[] {
  switch (of) {
    case 'agent':
      return choices.agents
    case 'source':
      return choices.sources
    case 'team':
      return choices.leasingTeams
    case 'attribute':
      // Ids of attributes come with links; attributes are chosen by name, and here the ids can be taken away again.
      return value
        .filter((id) => typeof id === 'number')
        .map((id) => ({ value: id, label: choices.names.attribute(id) }))
  }
}
