import type { Dimension } from '../report/dimensions'
import type { DateRange, FuturePreset } from '../time/presets'
import type { Codec } from './codecs'
import type {
  CallerType,
  CallerTypeChoice,
  callOutcomes,
  contactChannels,
  liveStatuses,
  scheduledOptions,
  sourceByViewOptions,
  triggerTypes,
  ViewAs,
} from './enums'

/**
 * What can be filtered, with the specification's keys (§3). A list that is empty lets everything through.
 * Hours are 0–23, both ends included; days 1–7 = Monday–Sunday.
 */
export interface Filters {
  dateRange: DateRange
  dateRangeFuture: DateRange<FuturePreset>
  property: number
  propertyIds: number[]
  propertyAttributeIds: number[]
  propertiesByAttributes: Record<string, string[]>
  leasingTeams: number[]
  agentIds: number[]
  sources: string[]
  sourceNames: string[]
  sourcesByAttributes: Record<string, string[]>
  callerType: CallerTypeChoice
  callerTypes: CallerType[]
  contacts: (keyof typeof contactChannels)[]
  statuses: (keyof typeof callOutcomes)[]
  daysHours: { days: number[]; hours: [number, number] }
  groupBy: Dimension
  /** Which attribute the `source-attribute` and `custom-attribute` groupings use; the first by name when empty. */
  groupByKey: string
  viewBy: 'all' | 'lease-conversion' | 'visit-conversion'
  viewAs: ViewAs
  /** One switch under three of the specification's names: dateBy, prospectsBy and this one. */
  prospectsByCreateDate: boolean
  includeNonProspects: boolean
  notAProspect: 'yes' | 'no'
  firstContactOnly: boolean
  showApplications: boolean
  showContactTypes: boolean
  cumulativeResponseTime: boolean
  useBusinessHours: boolean
  /** Campaigns that are live or archived. */
  dripCampaignStatuses: keyof typeof liveStatuses
  triggerTypes: (keyof typeof triggerTypes)[]
  /** Calls with or without an appointment. */
  selectedScheduled: keyof typeof scheduledOptions
  sourceByView: keyof typeof sourceByViewOptions
  /** Words to look for in transcripts. */
  search: string
  /** Calls handed on by a list of them. */
  callIds: number[]
  averageFraudRate: number
  averageFraudCost: number
}

export type FilterKey = keyof Filters

/** One filter: its words, its value when nobody set it, and its form in text. */
export interface FilterDefinition<T> {
  label: string
  /** What it does, in a sentence; shown in OpenAPI and GraphQL. */
  description: string
  initial: T
  codec: Codec<T>
}
