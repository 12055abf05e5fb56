import {
  ageBuckets,
  bedroomsLabel,
  bookers,
  callerTypes,
  callIntents,
  callOutcomes,
  contactChannels,
  hourLabel,
  insertMethods,
  stages,
  tourTypes,
  weekdays,
} from './enums'
import { formatDay, formatMonth } from './format'

/** Where a dimension's rows get their names from: the company's own records, or a closed list, or the value itself. */
export interface DimensionDefinition {
  /** Singular name as a column header. */
  label: string
  /** The row field that holds the key; `named` dimensions carry their name in a second field. */
  field: string
  /** The row field that holds the name a person reads. */
  nameField: string
  /** The name of the row whose key is missing. */
  missing: string
  /** The words for a key, where they do not come from the company's records. */
  nameOf?: (key: string) => string
  /** Rows come in this order of keys instead of by name. */
  order?: readonly string[]
  /** Rows come in the order of their keys, as dates and numbers do, instead of by name. */
  inKeyOrder?: boolean
}

const fromList = (list: Readonly<Record<string, string>>, missing: string) => (key: string) =>
  list[key] ?? (key === '' ? missing : key)

/** Everything a row can stand for (§3 group-by and grouping dimensions). */
export const dimensions = {
  property: { label: 'Property', field: 'propertyId', nameField: 'property', missing: 'N/A' },
  agent: { label: 'Agent', field: 'agentId', nameField: 'agent', missing: 'Unassigned' },
  source: { label: 'Source', field: 'source', nameField: 'source', missing: 'Unknown' },
  'source-attribute': {
    label: 'Source attribute',
    field: 'sourceAttribute',
    nameField: 'sourceAttribute',
    missing: 'Unknown',
  },
  'caller-type': {
    label: 'Caller type',
    field: 'callerType',
    nameField: 'callerTypeName',
    missing: 'Unknown',
    nameOf: fromList(callerTypes, 'Unknown'),
    order: Object.keys(callerTypes),
  },
  status: {
    label: 'Status',
    field: 'status',
    nameField: 'statusName',
    missing: 'Unknown',
    nameOf: fromList(callOutcomes, 'Unknown'),
    order: Object.keys(callOutcomes),
  },
  day: {
    label: 'Day',
    field: 'weekday',
    nameField: 'day',
    missing: 'Unknown',
    nameOf: fromList(weekdays, 'Unknown'),
    order: Object.keys(weekdays),
  },
  hour: {
    label: 'Hour',
    field: 'hour',
    nameField: 'hourName',
    missing: 'Unknown',
    nameOf: (key) => hourLabel(Number(key)),
    order: Array.from({ length: 24 }, (_, hour) => String(hour)),
  },
  'insert-method': {
    label: 'Insert method',
    field: 'insertMethod',
    nameField: 'insertMethodName',
    missing: 'Unknown',
    nameOf: fromList(insertMethods, 'Unknown'),
  },
  contact: {
    label: 'First contact',
    field: 'contact',
    nameField: 'contactName',
    missing: 'Unknown',
    nameOf: fromList({ ...contactChannels, unknown: 'Unknown' }, 'Unknown'),
    order: Object.keys(contactChannels),
  },
  'custom-attribute': {
    label: 'Attribute',
    field: 'customAttribute',
    nameField: 'customAttribute',
    missing: 'Unknown',
  },
  week: { label: 'Week', field: 'week', nameField: 'week', missing: 'Unknown', inKeyOrder: true },
  floorplan: { label: 'Floorplan', field: 'floorplan', nameField: 'floorplan', missing: 'Unknown' },
  bedrooms: {
    label: 'Bedrooms',
    field: 'bedrooms',
    nameField: 'bedroomsName',
    missing: 'Unknown',
    nameOf: (key) => bedroomsLabel(Number(key)),
    inKeyOrder: true,
  },
  date: {
    label: 'Date',
    field: 'date',
    nameField: 'dateName',
    missing: 'Unknown',
    nameOf: (key) => formatDay(key),
    inKeyOrder: true,
  },
  month: {
    label: 'Month',
    field: 'month',
    nameField: 'monthName',
    missing: 'Unknown',
    nameOf: (key) => formatMonth(key),
    inKeyOrder: true,
  },
  'source-parent': { label: 'Source', field: 'sourceParent', nameField: 'sourceParent', missing: 'Unknown' },
  campaign: { label: 'Campaign', field: 'campaignId', nameField: 'campaign', missing: 'Unknown' },
  step: {
    label: 'Step',
    field: 'step',
    nameField: 'stepName',
    missing: 'Unknown',
    nameOf: (key) => `Step ${key}`,
    inKeyOrder: true,
  },
  // Names of homes repeat, so the key is the id with the name behind it.
  home: {
    label: 'Home',
    field: 'homeKey',
    nameField: 'home',
    missing: 'Unknown',
    nameOf: (key) => key.slice(key.indexOf(':') + 1),
  },
  intent: {
    label: 'Intent',
    field: 'intent',
    nameField: 'intentName',
    missing: 'Unknown',
    nameOf: fromList(callIntents, 'Unknown'),
  },
  'loss-reason': { label: 'Loss reason', field: 'lossReason', nameField: 'lossReason', missing: 'Unknown' },
  'next-step': { label: 'Next step', field: 'nextStep', nameField: 'nextStep', missing: 'Unknown' },
  stage: {
    label: 'Furthest stage',
    field: 'stage',
    nameField: 'stageName',
    missing: 'Unknown',
    nameOf: fromList(stages, 'Unknown'),
    order: Object.keys(stages),
  },
  age: {
    label: 'Age',
    field: 'ageBucket',
    nameField: 'ageBucketName',
    missing: 'Unknown',
    nameOf: fromList(ageBuckets, 'Unknown'),
    order: Object.keys(ageBuckets),
  },
  'visit-type': {
    label: 'Visit type',
    field: 'visitType',
    nameField: 'visitTypeName',
    missing: 'Unknown',
    nameOf: fromList(tourTypes, 'Unknown'),
  },
  'tour-type': {
    label: 'Tour type',
    field: 'tourType',
    nameField: 'tourTypeName',
    missing: 'Unknown',
    nameOf: fromList(tourTypes, 'Unknown'),
  },
  'booked-by': {
    label: 'Booked by',
    field: 'bookedBy',
    nameField: 'bookedByName',
    missing: 'Unknown',
    nameOf: fromList(bookers, 'Unknown'),
  },
} as const satisfies Record<string, DimensionDefinition>

export type Dimension = keyof typeof dimensions
export const dimensionKeys = Object.keys(dimensions) as Dimension[]

/** The dimension's definition, typed for code that treats all dimensions alike. */
export function dimension(key: Dimension): DimensionDefinition {
  return dimensions[key]
}
