import { callerTypeChoices, type RawParams, type Viewer } from '@leaselight/model'
import type { PlainQuestion } from '../plain/question'
import { addDays } from '../plain/time'
import type { BuiltCompany } from './build'
import type { QuestionDraft } from './drafts'

/** One request in both forms: plain, and as REST parameters of a viewer. */
export interface QuestionParams {
  question: PlainQuestion
  viewer: Viewer
  activity: RawParams
  calls: RawParams
  occupancy: RawParams
}

// User 99 has no record.
const VIEWERS: [role: string, userId: number][] = [
  ['master', 99],
  ['manager', 1],
  ['agent', 2],
  ['manager', 2],
  ['analytics_user', 3],
  ['janitor', 3],
  ['manager', 99],
]

export const GROUPINGS = ['property', 'source', 'source-attribute', 'status', 'caller-type', 'day', 'hour']

// Two filters for callers without a common caller type are rejected.
const agrees = ({ callerType, callerTypes }: QuestionDraft): boolean =>
  callerTypeChoices[callerType].length === 0 ||
  !callerTypes?.length ||
  callerTypeChoices[callerType].some((type) => callerTypes.some((one) => one === type))

/** Applies a drafted request to a company. */
export function questionParams(draft: QuestionDraft, company: BuiltCompany, groupBy: string): QuestionParams {
  const [role, userId] = VIEWERS[draft.asker] ?? ['master', 99]
  const span = ([from, length]: [number, number]) => {
    const start = addDays(company.center, from)
    return { start, end: addDays(start, length - 1) }
  }
  const period = typeof draft.period === 'string' ? draft.period : span(draft.period)
  const prior = typeof period === 'object' && draft.prior ? span(draft.prior) : undefined
  const question: PlainQuestion = {
    role,
    userId,
    now: company.now,
    // Beyond the company's own: an id that doesn't exist.
    propertyIds: (draft.propertyPicks ?? []).map((pick) => company.propertyIds[pick] ?? 7_777_777),
    period,
    ...(prior && { prior }),
    byCreated: draft.byCreated,
    nonProspects: draft.nonProspects,
    groupBy,
    groupByKey: draft.groupByKey,
    callerType: draft.callerType,
    callerTypes: agrees(draft) ? (draft.callerTypes ?? []) : [],
    sources: draft.sources ?? [],
    statuses: draft.statuses ?? [],
    weekdays: draft.weekdays ?? [],
    hours: draft.hours,
  }
  const list = (name: string, values: readonly (string | number)[]): RawParams =>
    values.length > 0 ? { [name]: values.map((value) => String(value).replace(/[\\,]/g, '\\$&')).join(',') } : {}
  const properties = list('property_ids', question.propertyIds)
  const dates: RawParams =
    typeof period === 'string'
      ? { preset: period }
      : {
          start_date: period.start,
          end_date: period.end,
          ...(prior && { prior_start_date: prior.start, prior_end_date: prior.end }),
        }
  return {
    question,
    viewer: { role, userId, companyId: company.id, groupIds: [] },
    activity: {
      ...dates,
      ...properties,
      include_non_prospects: String(question.nonProspects),
      prospects_by_create_date: String(question.byCreated),
    },
    calls: {
      ...dates,
      ...properties,
      group_by: groupBy,
      group_by_key: question.groupByKey,
      caller_type: question.callerType,
      ...list('caller_types', question.callerTypes),
      ...list('sources', question.sources),
      ...list('statuses', question.statuses),
      ...list('days', question.weekdays),
      hours: question.hours.join('-'),
    },
    occupancy: properties,
  }
}
