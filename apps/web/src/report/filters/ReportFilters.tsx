import { activeFilters, barFilters, describeFilter, type ReportDefinition } from '@leaselight/model'
import { ChoiceFilter, FilterBar, useIsPhone } from '@leaselight/ui'
import { changedFilterCount } from '../../state/reportState'
import { isScopeFilter } from '../../state/scope'
import classes from '../report.module.css'
import type { ReportControls } from '../useReportState'
import type { FilterChoices } from './choices'
import { FilterControl } from './FilterControl'
import { LockedScope } from './LockedScope'
import { dateControl, lockedDates, propertyControl } from './scopeControls'

interface Props {
  report: ReportDefinition
  controls: ReportControls
  choices: FilterChoices
}

/**
 * The session's scope above every report: its properties, its dates, and what they are compared with. On a phone the
 * report's own filters are in the same sheet.
 */
export function ScopeBar({ report, controls, choices }: Props) {
  const { state, update, reset } = controls
  const phone = useIsPhone()
  return (
    <div className={classes.scope} data-no-print>
      <FilterBar
        label={phone ? 'Filters' : 'Scope'}
        activeCount={changedFilterCount(report, state)}
        onReset={reset}
        summary={summaryOf(report, controls, choices)}
      >
        {[propertyControl(report), dateControl(report)].map((control) =>
          typeof control === 'string' ? (
            <FilterControl
              key={control}
              filter={control}
              report={report}
              state={state}
              choices={choices}
              onChange={update}
            />
          ) : (
            <LockedScope key={control.of} report={report} today={choices.today} {...control} />
          ),
        )}
        {phone && <OwnControls report={report} controls={controls} choices={choices} />}
      </FilterBar>
    </div>
  )
}

/** What else a report can be filtered by, below its title; on a phone it is in the sheet of the scope. */
export function ReportFilters(props: Props) {
  const phone = useIsPhone()
  const { filters, switches } = ownControls(props)
  if (phone || filters.length + switches.length === 0) return null
  return (
    <search className={classes.filters} aria-label="Filters" data-no-print>
      <OwnControls {...props} />
    </search>
  )
}

function ownControls({ report, controls }: Pick<Props, 'report' | 'controls'>) {
  const onPage = (key: string) => report.inlineControls?.includes(key) ?? false
  const inScope: string[] = [propertyControl(report), dateControl(report)].filter((one) => typeof one === 'string')
  return {
    filters: barFilters(report, activeFilters(report, controls.state)).filter(
      (key) => !onPage(key) && !isScopeFilter(key) && !inScope.includes(key),
    ),
    switches: Object.entries(report.switches ?? {}).filter(([key]) => !onPage(key)),
  }
}

function OwnControls(props: Props) {
  const { report, controls, choices } = props
  const { state, update, setSwitch } = controls
  const { filters, switches } = ownControls(props)
  return (
    <>
      {filters.map((key) => (
        <FilterControl key={key} filter={key} report={report} state={state} choices={choices} onChange={update} />
      ))}
      {switches.map(([key, item]) => (
        <ChoiceFilter
          key={key}
          label={item.label}
          options={Object.entries(item.options).map(([value, label]) => ({ value, label }))}
          value={state.switches[key] ?? item.initial}
          initial={item.initial}
          onChange={(value) => setSwitch(key, value)}
        />
      ))}
    </>
  )
}

// On a phone these words are all that says which days and properties are meant.
function summaryOf(report: ReportDefinition, { state }: ReportControls, { names, today }: FilterChoices): string {
  const [properties, dates] = [propertyControl(report), dateControl(report)]
  const isAll = properties !== 'property' && state.filters.propertyIds.length === 0
  return [
    typeof dates === 'string' ? describeFilter(dates, state.filters, names) : lockedDates(report, today),
    typeof properties === 'string' && !isAll ? describeFilter(properties, state.filters, names) : 'All properties',
  ].join(' · ')
}
