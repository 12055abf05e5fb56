import {
  callerTypeChoices,
  callerTypes,
  callOutcomes,
  contactChannels,
  describeFilter,
  dimension,
  type FilterKey,
  type Filters,
  filters,
  initialState,
  liveStatuses,
  type ReportDefinition,
  type ReportState,
  scheduledOptions,
  sourceByViewOptions,
  triggerTypes,
  viewAsOptions,
  viewByLabels,
} from '@leaselight/model'
import {
  ChoiceFilter,
  DateRangePicker,
  DaysHoursFilter,
  FutureDateRangePicker,
  MultiFilter,
  type Option,
  PropertyPicker,
  SinglePropertyPicker,
  ToggleFilter,
} from '@leaselight/ui'
import type { FilterChoices } from './choices'
import { TextFilter } from './TextFilter'

interface Props {
  filter: FilterKey
  report: ReportDefinition
  state: ReportState
  choices: FilterChoices
  onChange: (filters: Partial<Filters>) => void
}

type FilterKeyHolding<K> = { [P in FilterKey]: Filters[P] extends K ? P : never }[FilterKey]

/** The control of one filter. Which filters there are is the report's business; how each is set stands here once. */
export function FilterControl({ filter, report, state, choices, onChange }: Props) {
  const values = state.filters
  const { label, description } = filters[filter]
  const initial = initialState(report, 'screen').filters

  const choice = <K extends FilterKeyHolding<string>>(key: K, options: readonly Option<Filters[K] & string>[]) => (
    <ChoiceFilter
      label={label}
      options={options}
      // The chooser's keys all hold texts, which the compiler does not carry through the index.
      value={values[key] as Filters[K] & string}
      initial={initial[key] as Filters[K] & string}
      onChange={(value) => onChange({ [key]: value })}
    />
  )
  const toggle = (key: FilterKeyHolding<boolean>) => (
    <ToggleFilter
      label={label}
      description={description}
      value={values[key]}
      onChange={(value) => onChange({ [key]: value })}
    />
  )
  const attributes = (
    key: 'propertiesByAttributes' | 'sourcesByAttributes',
    known: FilterChoices['propertyAttributes'],
  ) => (
    <MultiFilter
      label={label}
      options={known.map((item) => ({ value: `${item.key}:${item.value}`, label: item.value, hint: item.key }))}
      value={Object.entries(values[key]).flatMap(([name, list]) => list.map((value) => `${name}:${value}`))}
      onChange={(chosen) => onChange({ [key]: parseAttributes(chosen) })}
    />
  )

  switch (filter) {
    case 'dateRange':
      return (
        <DateRangePicker
          value={values.dateRange}
          today={choices.today}
          onChange={(dateRange) => onChange({ dateRange })}
        />
      )
    case 'dateRangeFuture':
      return (
        <FutureDateRangePicker
          value={values.dateRangeFuture}
          today={choices.today}
          onChange={(dateRangeFuture) => onChange({ dateRangeFuture })}
        />
      )
    case 'property':
      return (
        <SinglePropertyPicker
          properties={choices.properties}
          value={values.property}
          onChange={(property) => onChange({ property })}
        />
      )
    case 'propertyIds':
      return (
        <PropertyPicker
          properties={choices.properties}
          value={values.propertyIds}
          onChange={(propertyIds) => onChange({ propertyIds })}
        />
      )
    case 'propertiesByAttributes':
      return attributes('propertiesByAttributes', choices.propertyAttributes)
    case 'sourcesByAttributes':
      return attributes('sourcesByAttributes', choices.sourceAttributes)
    case 'propertyAttributeIds':
      // Ids come with links; a reader picks by the names above, or within the property picker, and here takes them back.
      return (
        <MultiFilter
          label={label}
          options={values.propertyAttributeIds.map((id) => ({ value: id, label: choices.names.attribute(id) }))}
          value={values.propertyAttributeIds}
          onChange={(propertyAttributeIds) => onChange({ propertyAttributeIds })}
        />
      )
    case 'leasingTeams':
      return (
        <MultiFilter
          label={label}
          options={choices.leasingTeams}
          value={values.leasingTeams}
          onChange={(leasingTeams) => onChange({ leasingTeams })}
        />
      )
    case 'agentIds':
      return (
        <MultiFilter
          label={label}
          options={choices.agents}
          value={values.agentIds}
          onChange={(agentIds) => onChange({ agentIds })}
        />
      )
    case 'sources':
      return (
        <MultiFilter
          label={label}
          options={choices.sources}
          value={values.sources}
          onChange={(sources) => onChange({ sources })}
        />
      )
    case 'sourceNames':
      return (
        <MultiFilter
          label={label}
          options={choices.sources}
          value={values.sourceNames}
          onChange={(sourceNames) => onChange({ sourceNames })}
        />
      )
    case 'callerType':
      return choice('callerType', options(mapValues(callerTypeChoices, (item) => item.label)))
    case 'callerTypes':
      return (
        <MultiFilter
          label={label}
          options={options(callerTypes)}
          value={values.callerTypes}
          onChange={(chosen) => onChange({ callerTypes: chosen })}
        />
      )
    case 'contacts':
      return (
        <MultiFilter
          label={label}
          options={options(contactChannels)}
          value={values.contacts}
          onChange={(contacts) => onChange({ contacts })}
        />
      )
    case 'statuses':
      return (
        <MultiFilter
          label={label}
          options={options(callOutcomes)}
          value={values.statuses}
          onChange={(statuses) => onChange({ statuses })}
        />
      )
    case 'daysHours':
      return (
        <DaysHoursFilter
          value={values.daysHours}
          summary={describeFilter('daysHours', values, choices.names)}
          onChange={(daysHours) => onChange({ daysHours })}
        />
      )
    case 'groupBy':
      return choice(
        'groupBy',
        (report.groupByOptions ?? []).map((value) => ({ value, label: dimension(value).label })),
      )
    case 'groupByKey':
      return <AttributeKeyFilter values={values} choices={choices} onChange={onChange} />
    case 'viewBy':
      return choice(
        'viewBy',
        (report.viewByOptions ?? []).map((value) => ({ value, label: viewByLabels[value] })),
      )
    case 'viewAs':
      return choice(
        'viewAs',
        (report.viewAsOptions ?? []).map((value) => ({ value, label: viewAsOptions[value] })),
      )
    case 'notAProspect':
      return (
        <ToggleFilter
          label={label}
          description={description}
          value={values.notAProspect === 'yes'}
          onChange={(on) => onChange({ notAProspect: on ? 'yes' : 'no' })}
        />
      )
    case 'prospectsByCreateDate':
    case 'includeNonProspects':
    case 'firstContactOnly':
    case 'showApplications':
    case 'showContactTypes':
    case 'cumulativeResponseTime':
    case 'useBusinessHours':
      return toggle(filter)
    case 'dripCampaignStatuses':
      return choice('dripCampaignStatuses', options(liveStatuses))
    case 'selectedScheduled':
      return choice('selectedScheduled', options(scheduledOptions))
    case 'sourceByView':
      return choice('sourceByView', options(sourceByViewOptions))
    case 'triggerTypes':
      return (
        <MultiFilter
          label={label}
          options={options(triggerTypes)}
          value={values.triggerTypes}
          onChange={(triggerTypes) => onChange({ triggerTypes })}
        />
      )
    case 'search':
      return (
        <TextFilter
          label={label}
          about={description}
          value={values.search}
          parse={(text) => text.trim()}
          onChange={(search) => onChange({ search })}
        />
      )
    case 'callIds':
      // Handed on by a list of calls; nobody types them.
      return null
    case 'averageFraudRate':
      return (
        <TextFilter
          label={`${label} (%)`}
          about={description}
          value={values.averageFraudRate * 100}
          parse={parseNumberUpTo(100)}
          onChange={(percent) => onChange({ averageFraudRate: percent / 100 })}
        />
      )
    case 'averageFraudCost':
      return (
        <TextFilter
          label={`${label} ($)`}
          about={description}
          value={values.averageFraudCost}
          parse={parseNumberUpTo(10_000_000)}
          onChange={(averageFraudCost) => onChange({ averageFraudCost })}
        />
      )
  }
}

const parseNumberUpTo =
  (max: number) =>
  (text: string): number | undefined => {
    const value = Number(text)
    return text.trim() !== '' && value >= 0 && value <= max ? value : undefined
  }

// Which attribute the rows are grouped by: only asked while they are grouped by one.
function AttributeKeyFilter({ values, choices, onChange }: Pick<Props, 'choices' | 'onChange'> & { values: Filters }) {
  const known = values.groupBy === 'source-attribute' ? choices.sourceAttributes : choices.propertyAttributes
  const keys = [...new Set(known.map((item) => item.key))]
  if (!['source-attribute', 'custom-attribute'].includes(values.groupBy) || keys.length < 2) return null
  return (
    <ChoiceFilter
      label={filters.groupByKey.label}
      options={keys.map((key) => ({ value: key, label: key }))}
      value={values.groupByKey || (keys[0] ?? '')}
      onChange={(groupByKey) => onChange({ groupByKey })}
    />
  )
}

function parseAttributes(chosen: readonly string[]): Record<string, string[]> {
  const map: Record<string, string[]> = {}
  for (const item of chosen) {
    const at = item.indexOf(':')
    const key = item.slice(0, at)
    map[key] = [...(map[key] ?? []), item.slice(at + 1)]
  }
  return map
}

// A closed list's table is typed by its keys; Object.entries forgets them.
const options = <K extends string>(table: Readonly<Record<K, string>>): Option<K>[] =>
  (Object.entries(table) as [K, string][]).map(([value, label]) => ({ value, label }))

const mapValues = <K extends string, T>(
  table: Readonly<Record<K, T>>,
  toLabel: (item: T) => string,
): Record<K, string> =>
  Object.fromEntries((Object.entries(table) as [K, T][]).map(([key, item]) => [key, toLabel(item)])) as Record<
    K,
    string
  >
