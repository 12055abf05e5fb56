import type { ReportState } from '@leaselight/model'
import type { FilterChoices } from '../choices'

/** What the control of a filter kind is given: the filter's declaration, its value and what it can be set to. */
export interface ControlProps<D, V> {
  definition: D
  value: V
  /** The value the report starts with on the screen. */
  initial: V
  /** The options that the report has of the filter; undefined where it has them all. */
  reportOptions: readonly string[] | undefined
  state: ReportState
  choices: FilterChoices
  onChange: (value: V) => void
}
