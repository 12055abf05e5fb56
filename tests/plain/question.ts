import type { RecordOf } from '@leaselight/contract'
import type { PlainCompany } from './company'
import { addDays, daysOf, localTimeAt } from './time'

/** A report request in the simplest form. */
export interface PlainQuestion {
  role: string
  userId: number
  now: number
  /** Empty: all. */
  propertyIds: number[]
  period: { start: string; end: string } | 'last_7_days' | 'today'
  prior?: { start: string; end: string }
  byCreated: boolean
  nonProspects: boolean
  groupBy: string
  groupByKey: string
  callerType: string
  callerTypes: string[]
  sources: string[]
  statuses: string[]
  weekdays: number[]
  hours: [number, number]
}

export interface Range {
  start: string
  end: string
}

/** The period and its comparison period. */
export function rangesOf(question: PlainQuestion, company: PlainCompany): { current: Range; prior: Range } {
  const today = localTimeAt(question.now, company.company.time_zone).day
  const current =
    question.period === 'today'
      ? { start: today, end: today }
      : question.period === 'last_7_days'
        ? { start: addDays(today, -7), end: addDays(today, -1) }
        : question.period
  const length = daysOf(current.start, current.end).length
  const before = { start: addDays(current.start, -length), end: addDays(current.start, -1) }
  return { current, prior: (typeof question.period === 'object' && question.prior) || before }
}

/** Whether a property only uses call intelligence, in a company that treats such properties as standalone. */
export const isStandalone = (property: RecordOf<'properties'>, companies: readonly RecordOf<'companies'>[]): boolean =>
  Boolean(property.products?.includes('call-intel-standalone')) &&
  // A company without flags has them all.
  companies.every(
    ({ feature_flags: flags = {} }) => Object.keys(flags).length === 0 || flags.call_intelligence_standalone,
  )

/** The properties of a result: the viewer's, limited by the gate and the selection. */
export function propertiesOf(
  question: PlainQuestion,
  company: PlainCompany,
  gate: 'general' | 'calls',
): RecordOf<'properties'>[] {
  const { role, userId, propertyIds } = question
  const record = company.users.find((user) => user.id === userId)
  const listed = record?.property_ids ?? []
  const sees = (property: RecordOf<'properties'>): boolean => {
    if (role === 'master' || role === 'admin') return true
    if (!record) return false
    if (listed.length > 0) return listed.includes(property.id)
    return role === 'manager' || role === 'analytics_user'
  }
  return company.properties.filter(
    (property) =>
      sees(property) &&
      (gate === 'calls' || !isStandalone(property, [company.company])) &&
      (propertyIds.length === 0 || propertyIds.includes(property.id)),
  )
}

export const within = (day: string, range: Range): boolean => range.start <= day && day <= range.end
