import { activeFilters, barFilters, type FilterKey, filters, type ReportDefinition } from '@leaselight/model'
import { ChoiceFilter } from '@leaselight/ui'
import type { ReportControls } from '../useReportState'
import type { FilterChoices } from './choices'
import { FilterControl } from './FilterControl'

interface Props {
  report: ReportDefinition
  controls: ReportControls
  choices: FilterChoices
}

/** Whether a filter or switch decides what the rows of a report stand for, and nothing else. */
export function isGrouping(report: ReportDefinition, key: string): boolean {
  const completed = Object.hasOwn(filters, key) ? filters[key as FilterKey].completes?.filter : undefined
  return key === 'groupBy' || completed === 'groupBy' || key === report.rowsBySwitch?.key
}

/** What the rows of a report stand for, chosen above its table; on a phone it is among the filters. */
export function GroupingControls({ report, controls, choices }: Props) {
  const { state, update, setSwitch } = controls
  const isHere = (key: string) => isGrouping(report, key) && !report.inlineControls?.includes(key)
  return (
    <>
      {barFilters(report, activeFilters(report, state))
        .filter(isHere)
        .map((key) => (
          <FilterControl key={key} filter={key} report={report} state={state} choices={choices} onChange={update} />
        ))}
      {Object.entries(report.switches ?? {})
        .filter(([key]) => isHere(key))
        .map(([key, item]) => (
          <SwitchControl
            key={key}
            item={item}
            value={state.switches[key] ?? item.initial}
            onChange={(value) => setSwitch(key, value)}
          />
        ))}
    </>
  )
}

interface SwitchProps {
  item: NonNullable<ReportDefinition['switches']>[string]
  value: string
  onChange: (value: string) => void
}

/** A report's own switch as a chip. */
export const SwitchControl = ({ item, value, onChange }: SwitchProps) => (
  <ChoiceFilter
    label={item.label}
    options={Object.entries(item.options).map(([option, label]) => ({ value: option, label }))}
    value={value}
    initial={item.initial}
    onChange={onChange}
  />
)
