import type { RecordOf } from '@leaselight/contract'
import { propertyKeyPart } from './activity'
import type { PlainCompany } from './company'
import { type PlainQuestion, propertiesOf, rangesOf, within } from './question'
import { type PlainAnswer, type RowKeyPart, type RowMatch, sortable, tabulate } from './table'
import { daysOf, isOpenAt, localTimeAt } from './time'

const COUNTS = ['totalCalls', 'answered', 'missed', 'voicemail', 'requestedText', 'offHoursCalls']

const OUTCOMES: [string, string, column: string][] = [
  ['answered', 'Answered', 'answered'],
  ['missed', 'Missed', 'missed'],
  ['voicemail', 'Voicemail', 'voicemail'],
  ['requested-text', 'Requested text', 'requestedText'],
]
const CALLERS: [string, string][] = [
  ['prospect-first-call', 'First Call'],
  ['prospect-return-call', 'Return Call'],
  ['resident', 'Resident'],
  ['other', 'Other'],
]
const CHOICES: Record<string, string[]> = {
  FIRST_TIME: ['prospect-first-call'],
  RETURN_CALL: ['prospect-return-call'],
  FIRST_AND_RETURN_CALL: ['prospect-first-call', 'prospect-return-call'],
  RESIDENT: ['resident'],
}
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Computes Calls record by record. */
export function plainCalls(company: PlainCompany, question: PlainQuestion): PlainAnswer {
  const properties = propertiesOf(question, company, 'calls')
  const { current, prior } = rangesOf(question, company)
  const naps = new Set(company.prospects.filter((one) => one.not_a_prospect).map((one) => one.id))
  const hits: RowMatch[] = []
  for (const call of company.calls) {
    const property = properties.find((one) => one.id === call.property_id)
    const person = call.prospect_id ?? 0
    if (!property || call.direction !== 'inbound') continue
    if (naps.has(person) || company.deletedProspects.has(person)) continue
    const started = Date.parse(call.started_at)
    const { day, hour, weekday } = localTimeAt(started, property.time_zone)
    if (!isSelected(call, question, weekday, hour)) continue
    const path = [keyPartOf(call, property, company, question)]
    const columns = [
      'totalCalls',
      ...OUTCOMES.filter(([outcome]) => outcome === call.outcome).map(([, , column]) => column),
      ...(isOpenAt(property, started) ? [] : ['offHoursCalls']),
    ]
    for (const column of columns) {
      if (within(day, current)) hits.push({ column, period: 'current', path, day, id: call.id })
      if (within(day, prior)) hits.push({ column, period: 'prior', path, day, id: call.id })
    }
  }
  return tabulate({
    matches: hits,
    counts: COUNTS,
    finish: (counted) => counted,
    alwaysPresent: question.groupBy === 'property' ? properties.map((property) => [propertyKeyPart(property)]) : [],
    days: daysOf(current.start, current.end),
    priorDays: daysOf(prior.start, prior.end),
  })
}

function isSelected(call: RecordOf<'calls'>, question: PlainQuestion, weekday: number, hour: number): boolean {
  const allows = <T>(list: readonly T[] | undefined, value: T) => !list || list.length === 0 || list.includes(value)
  return (
    allows<string>(CHOICES[question.callerType], call.caller_type) &&
    allows<string>(question.callerTypes, call.caller_type) &&
    allows<string>(question.statuses, call.outcome) &&
    allows(question.sources, call.source?.trim() ?? '') &&
    allows(question.weekdays, weekday) &&
    question.hours[0] <= hour &&
    hour <= question.hours[1]
  )
}

function keyPartOf(
  call: RecordOf<'calls'>,
  property: RecordOf<'properties'>,
  company: PlainCompany,
  question: PlainQuestion,
): RowKeyPart {
  const { hour, weekday } = localTimeAt(Date.parse(call.started_at), property.time_zone)
  switch (question.groupBy) {
    case 'property':
      return propertyKeyPart(property)
    case 'source':
      return namedKeyPart('source', 'source', call.source?.trim() ?? '')
    case 'source-attribute':
      return namedKeyPart('source-attribute', 'sourceAttribute', attributeOf(call, company, question.groupByKey))
    case 'status':
      return listed('status', 'status', 'statusName', call.outcome, OUTCOMES)
    case 'caller-type':
      return listed('caller-type', 'callerType', 'callerTypeName', call.caller_type, CALLERS)
    case 'day':
      return {
        key: `day:${weekday}`,
        order: [false, weekday, 0],
        fields: { weekday, day: WEEKDAYS[weekday - 1] ?? '' },
      }
    case 'hour': {
      const hourName = `${((hour + 11) % 12) + 1} ${hour >= 12 ? 'PM' : 'AM'}`
      return { key: `hour:${hour}`, order: [false, hour, 0], fields: { hour, hourName } }
    }
    default:
      throw new Error(`Calls are not grouped by ${question.groupBy}.`)
  }
}

/** The value of an attribute of the call's source; by default the first attribute by name. */
function attributeOf(call: RecordOf<'calls'>, company: PlainCompany, attributeKey: string): string {
  const names = company.sources.flatMap((source) => Object.keys(source.attributes ?? {}))
  const [first = ''] = names.sort((a, b) => (sortable(a) < sortable(b) ? -1 : 1))
  const source = company.sources.find((one) => one.name.trim() === (call.source?.trim() ?? ''))
  return source?.attributes?.[attributeKey || first] ?? ''
}

function namedKeyPart(dimension: string, field: string, name: string): RowKeyPart {
  return name === ''
    ? { key: `${dimension}:`, order: [true, '', ''], fields: { [field]: 'Unknown' } }
    : {
        key: `${dimension}:${encodeURIComponent(name)}`,
        order: [false, sortable(name), name],
        fields: { [field]: name },
      }
}

/** A fixed list has its own order. */
function listed(
  dimension: string,
  field: string,
  nameField: string,
  value: string,
  list: readonly (readonly [string, string, string?])[],
): RowKeyPart {
  const at = list.findIndex(([key]) => key === value)
  return {
    key: `${dimension}:${value}`,
    order: [false, at, 0],
    fields: { [field]: value, [nameField]: list[at]?.[1] ?? '' },
  }
}
