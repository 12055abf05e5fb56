import {
  type AnyFilter,
  type FilterKey,
  type Filters,
  filters,
  initialState,
  isCompleting,
  optionsOf,
  type ReportDefinition,
  type ReportState,
} from '@leaselight/model'
import type { ReactNode } from 'react'
import type { FilterChoices } from './choices'
import { ChoiceControl } from './kinds/ChoiceControl'
import { ChoicesControl } from './kinds/ChoicesControl'
import { FlagControl } from './kinds/FlagControl'
import { HoursControl } from './kinds/HoursControl'
import { IdControl } from './kinds/IdControl'
import { IdsControl } from './kinds/IdsControl'
import { MapControl } from './kinds/MapControl'
import { NumberControl } from './kinds/NumberControl'
import { PeriodControl } from './kinds/PeriodControl'
import type { ControlProps } from './kinds/props'
import { TextControl } from './kinds/TextControl'

const controls = {
  choice: ChoiceControl,
  choices: ChoicesControl,
  flag: FlagControl,
  hours: HoursControl,
  id: IdControl,
  ids: IdsControl,
  map: MapControl,
  number: NumberControl,
  period: PeriodControl,
  text: TextControl,
} as const satisfies Record<AnyFilter['kind'], unknown>

interface Props {
  filter: FilterKey
  report: ReportDefinition
  state: ReportState
  choices: FilterChoices
  onChange: (filters: Partial<Filters>) => void
}

/** The control of one filter, by its kind. Which filters there are is up to the report. */
export function FilterControl({ filter: key, report, state, choices, onChange }: Props) {
  const definition = filters[key]
  // The table pairs each kind with the control of its values, which types don't carry through an index.
  const Control = controls[definition.kind] as (props: ControlProps<AnyFilter, Filters[FilterKey]>) => ReactNode
  if (!isCompleting(key, state.filters)) return null
  return (
    <Control
      definition={definition}
      value={state.filters[key]}
      initial={initialState(report).filters[key]}
      reportOptions={optionsOf(report, key)}
      state={state}
      choices={choices}
      onChange={(value) => onChange({ [key]: value })}
    />
  )
}
