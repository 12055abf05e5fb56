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
} from '../filters/enums'
import { formatDay, formatMonth, formatRange } from '../format/values'
import { addTo, type Day } from '../time/dates'

/** How a dimension names its rows: from the company's records, a fixed list, or the value itself. */
export interface DimensionDefinition {
  /** Singular name as a column header. */
  label: string
  /** Other words that people group by it with. */
  words?: readonly string[]
  /** The row field with the key; `named` dimensions have their name in a second field. */
  field: string
  /** The row field with the name to show. */
  nameField: string
  /** The name of the row whose key is missing. */
  missingLabel: string
  /** The label of a key that doesn't come from the company's records; dates of the current year omit the year. */
  labelOf?: (key: string, today: Day) => string
  /** Sorts rows in this order of keys instead of by name. */
  order?: readonly string[]
  /** Sorts rows by key, such as dates and numbers, instead of by name. */
  sortByKey?: boolean
  /** What its keys are, where programs read them; text when absent. */
  keyFormat?: 'date'
  /** Rows are calendar units: each also contains the unit of the prior period that it is compared with. */
  isCalendar?: boolean
}

const labelFrom = (list: Readonly<Record<string, string>>, missing: string) => (key: string) =>
  list[key] ?? (key === '' ? missing : key)

/** All dimensions of rows (§3 group-by and grouping dimensions). */
export const dimensions = {
  property: {
    label: 'Property',
    words: ['community', 'site', 'building', 'location'],
    field: 'propertyId',
    nameField: 'property',
    missingLabel: 'N/A',
  },
  agent: {
    label: 'Agent',
    words: ['leasing agent', 'rep', 'consultant', 'person'],
    field: 'agentId',
    nameField: 'agent',
    missingLabel: 'Unassigned',
  },
  source: {
    label: 'Source',
    words: ['marketing source', 'lead source', 'ILS'],
    field: 'source',
    nameField: 'source',
    missingLabel: 'Unknown',
  },
  'source-attribute': {
    label: 'Source attribute',
    field: 'sourceAttribute',
    nameField: 'sourceAttribute',
    missingLabel: 'Unknown',
  },
  'caller-type': {
    label: 'Caller type',
    words: ['caller'],
    field: 'callerType',
    nameField: 'callerTypeName',
    missingLabel: 'Unknown',
    labelOf: labelFrom(callerTypes, 'Unknown'),
    order: Object.keys(callerTypes),
  },
  status: {
    label: 'Status',
    words: ['outcome'],
    field: 'status',
    nameField: 'statusName',
    missingLabel: 'Unknown',
    labelOf: labelFrom(callOutcomes, 'Unknown'),
    order: Object.keys(callOutcomes),
  },
  day: {
    label: 'Day',
    words: ['weekday', 'day of the week'],
    field: 'weekday',
    nameField: 'day',
    missingLabel: 'Unknown',
    labelOf: labelFrom(weekdays, 'Unknown'),
    order: Object.keys(weekdays),
  },
  hour: {
    label: 'Hour',
    words: ['hour of the day', 'time of day'],
    field: 'hour',
    nameField: 'hourName',
    missingLabel: 'Unknown',
    labelOf: (key) => hourLabel(Number(key)),
    order: Array.from({ length: 24 }, (_, hour) => String(hour)),
  },
  'insert-method': {
    label: 'Insert method',
    field: 'insertMethod',
    nameField: 'insertMethodName',
    missingLabel: 'Unknown',
    labelOf: labelFrom(insertMethods, 'Unknown'),
  },
  contact: {
    label: 'First contact',
    words: ['channel', 'contact type'],
    field: 'contact',
    nameField: 'contactName',
    missingLabel: 'Unknown',
    labelOf: labelFrom({ ...contactChannels, unknown: 'Unknown' }, 'Unknown'),
    order: Object.keys(contactChannels),
  },
  'custom-attribute': {
    label: 'Attribute',
    field: 'customAttribute',
    nameField: 'customAttribute',
    missingLabel: 'Unknown',
  },
  week: {
    label: 'Week',
    field: 'week',
    nameField: 'weekName',
    missingLabel: 'Unknown',
    // A week's key is its Monday.
    labelOf: (key, today) => formatRange({ start: key, end: addTo(key, 6) }, today),
    sortByKey: true,
    isCalendar: true,
  },
  floorplan: {
    label: 'Floorplan',
    words: ['floor plan', 'layout', 'unit type'],
    field: 'floorplan',
    nameField: 'floorplan',
    missingLabel: 'Unknown',
  },
  bedrooms: {
    label: 'Bedrooms',
    words: ['beds', 'bedroom count'],
    field: 'bedrooms',
    nameField: 'bedroomsName',
    missingLabel: 'Unknown',
    labelOf: (key) => bedroomsLabel(Number(key)),
    sortByKey: true,
  },
  date: {
    label: 'Date',
    words: ['day'],
    field: 'date',
    nameField: 'dateName',
    missingLabel: 'Unknown',
    labelOf: (key, today) => formatDay(key, today),
    keyFormat: 'date',
    sortByKey: true,
    isCalendar: true,
  },
  'day-ahead': {
    label: 'Day ahead',
    field: 'dayAhead',
    nameField: 'dayAheadName',
    missingLabel: 'Unknown',
    labelOf: (key, today) => formatDay(key, today),
    keyFormat: 'date',
    sortByKey: true,
  },
  month: {
    label: 'Month',
    field: 'month',
    nameField: 'monthName',
    missingLabel: 'Unknown',
    labelOf: (key, today) => formatMonth(key, today),
    sortByKey: true,
    isCalendar: true,
  },
  'source-parent': { label: 'Source', field: 'sourceParent', nameField: 'sourceParent', missingLabel: 'Unknown' },
  campaign: { label: 'Campaign', field: 'campaignId', nameField: 'campaign', missingLabel: 'Unknown' },
  step: {
    label: 'Step',
    field: 'step',
    nameField: 'stepName',
    missingLabel: 'Unknown',
    labelOf: (key) => `Step ${key}`,
    sortByKey: true,
  },
  // Unit names repeat, so the key is the id followed by the name.
  home: {
    label: 'Unit',
    words: ['home', 'apartment'],
    field: 'homeKey',
    nameField: 'home',
    missingLabel: 'Unknown',
    labelOf: (key) => key.slice(key.indexOf(':') + 1),
  },
  intent: {
    label: 'Intent',
    field: 'intent',
    nameField: 'intentName',
    missingLabel: 'Unknown',
    labelOf: labelFrom(callIntents, 'Unknown'),
  },
  'loss-reason': {
    label: 'Loss reason',
    words: ['reason'],
    field: 'lossReason',
    nameField: 'lossReason',
    missingLabel: 'Unknown',
  },
  'next-step': { label: 'Next step', field: 'nextStep', nameField: 'nextStep', missingLabel: 'Unknown' },
  stage: {
    label: 'Furthest stage',
    words: ['stage'],
    field: 'stage',
    nameField: 'stageName',
    missingLabel: 'Unknown',
    labelOf: labelFrom(stages, 'Unknown'),
    order: Object.keys(stages),
  },
  age: {
    label: 'Age',
    words: ['age group'],
    field: 'ageBucket',
    nameField: 'ageBucketName',
    missingLabel: 'Unknown',
    labelOf: labelFrom(ageBuckets, 'Unknown'),
    order: Object.keys(ageBuckets),
  },
  'visit-type': {
    label: 'Visit type',
    field: 'visitType',
    nameField: 'visitTypeName',
    missingLabel: 'Unknown',
    labelOf: labelFrom(tourTypes, 'Unknown'),
  },
  'tour-type': {
    label: 'Tour type',
    field: 'tourType',
    nameField: 'tourTypeName',
    missingLabel: 'Unknown',
    labelOf: labelFrom(tourTypes, 'Unknown'),
  },
  'booked-by': {
    label: 'Booked by',
    field: 'bookedBy',
    nameField: 'bookedByName',
    missingLabel: 'Unknown',
    labelOf: labelFrom(bookers, 'Unknown'),
  },
} as const satisfies Record<string, DimensionDefinition>

export type Dimension = keyof typeof dimensions
export const dimensionKeys = Object.keys(dimensions) as Dimension[]

/** The dimension's definition, typed for code that treats all dimensions alike. */
export function dimension(key: Dimension): DimensionDefinition {
  return dimensions[key]
}

/** Whether a row stands for records without a value, such as Unknown: it is a note about the data, never a subject. */
export function isMissingRow(
  { field, nameField, missingLabel }: DimensionDefinition,
  row: Readonly<Record<string, unknown>>,
): boolean {
  return row[field] === null || row[field] === undefined || row[nameField] === missingLabel
}
