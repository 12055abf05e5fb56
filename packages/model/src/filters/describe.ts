import { pluralize } from '../format/text'
import { formatCell } from '../format/values'
import type { ReportDefinition } from '../report/definition'
import { dimension } from '../report/dimensions'
import { activeFilters, type ReportState } from '../report/state'
import { presetLabel } from '../time/presets'
import { type FilterKey, type Filters, filters } from './definitions'
import {
  callerTypeChoices,
  callerTypes,
  callOutcomes,
  contactChannels,
  hourLabel,
  liveStatuses,
  scheduledOptions,
  sourceByViewOptions,
  triggerTypes,
  viewAsOptions,
  viewByLabels,
  weekdays,
} from './enums'

/** Names for the ids a filter holds. */
export interface NameLookup {
  property: (id: number) => string
  agent: (id: number) => string
  /** `Region: West`. */
  attribute: (id: number) => string
}

const MAX_LISTED = 3

/** What a filter is set to, in words: `Harbor View, Oak Court and 3 more`. */
export function describeFilter(key: FilterKey, values: Filters, names: NameLookup): string {
  switch (key) {
    case 'dateRange':
    case 'dateRangeFuture':
      return presetLabel(values[key].preset)
    case 'property':
      return values.property === -1 ? 'None' : names.property(values.property)
    case 'propertyIds':
      return describeList(values.propertyIds.map(names.property))
    case 'agentIds':
      return describeList(values.agentIds.map(names.agent))
    case 'propertyAttributeIds':
      return describeList(values.propertyAttributeIds.map(names.attribute))
    case 'leasingTeams':
      return describeList(values.leasingTeams.map((team) => `Team ${team}`))
    case 'propertiesByAttributes':
    case 'sourcesByAttributes':
      return describeList(Object.entries(values[key]).map(([name, list]) => `${name}: ${list.join(' or ')}`))
    case 'sources':
    case 'sourceNames':
      return describeList(values[key])
    case 'callerType':
      return callerTypeChoices[values.callerType].label
    case 'callerTypes':
      return describeList(values.callerTypes.map((type) => callerTypes[type]))
    case 'contacts':
      return describeList(values.contacts.map((channel) => contactChannels[channel]))
    case 'statuses':
      return describeList(values.statuses.map((status) => callOutcomes[status]))
    case 'daysHours':
      return describeDaysHours(values.daysHours)
    case 'groupBy':
      return dimension(values.groupBy).label
    case 'groupByKey':
      return values.groupByKey || 'First'
    case 'viewBy':
      return viewByLabels[values.viewBy]
    case 'viewAs':
      return viewAsOptions[values.viewAs]
    case 'dripCampaignStatuses':
      return liveStatuses[values.dripCampaignStatuses]
    case 'triggerTypes':
      return describeList(values.triggerTypes.map((type) => triggerTypes[type]))
    case 'selectedScheduled':
      return scheduledOptions[values.selectedScheduled]
    case 'sourceByView':
      return sourceByViewOptions[values.sourceByView]
    case 'search':
      return values.search || 'Nothing'
    case 'callIds':
      return pluralize(values.callIds.length, 'call')
    case 'averageFraudRate':
      return formatCell(values.averageFraudRate, 'percent')
    case 'averageFraudCost':
      return formatCell(values.averageFraudCost, 'money')
    case 'notAProspect':
      return values.notAProspect === 'yes' ? 'Yes' : 'No'
    case 'prospectsByCreateDate':
    case 'includeNonProspects':
    case 'firstContactOnly':
    case 'showApplications':
    case 'showContactTypes':
    case 'cumulativeResponseTime':
    case 'useBusinessHours':
      return values[key] ? 'Yes' : 'No'
  }
}

/** Every set filter and switch of a report in words, for files and mails: `Properties: Harbor View`. */
export function describeState(report: ReportDefinition, state: ReportState, names: NameLookup): string[] {
  const set = activeFilters(report, state).map(
    (key) => `${filters[key].label}: ${describeFilter(key, state.filters, names)}`,
  )
  const grouped = report.groupByOptions ? [`Group by: ${describeFilter('groupBy', state.filters, names)}`] : []
  const viewed = (['viewBy', 'viewAs'] as const)
    .filter((key) => (key === 'viewBy' ? report.viewByOptions : report.viewAsOptions))
    .map((key) => `${filters[key].label}: ${describeFilter(key, state.filters, names)}`)
  const switches = Object.entries(report.switches ?? {}).map(
    ([key, item]) => `${item.label}: ${item.options[state.switches[key] ?? item.initial]}`,
  )
  return [...grouped, ...viewed, ...switches, ...set]
}

function describeList(list: readonly string[]): string {
  if (list.length === 0) return 'All'
  if (list.length <= MAX_LISTED) return list.join(', ')
  return `${list.slice(0, MAX_LISTED - 1).join(', ')} and ${list.length - MAX_LISTED + 1} more`
}

function describeDaysHours({ days, hours }: Filters['daysHours']): string {
  const names: Readonly<Record<number, string>> = weekdays
  const inDays = days.length === 0 ? 'Every day' : days.map((day) => names[day]?.slice(0, 3)).join(', ')
  const [from, to] = hours
  return from === 0 && to === 23 ? inDays : `${inDays}, ${hourLabel(from)} – ${hourLabel((to + 1) % 24)}`
}
