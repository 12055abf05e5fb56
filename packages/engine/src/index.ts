export {
  type AccountStatus,
  type Attribute,
  attributeId,
  type CompanyContext,
  withShownAttribute,
} from './access/companyContext'
export type { Agent, Banner, Company, Property, Source, User } from './access/companyRecords'
export { completeUntil } from './access/coverage'
export { readTestedForecasts } from './access/homesOutlook'
export { isAvailable } from './access/scope'
export { createEngine, type EngineOptions } from './engine'
export { NotFound } from './errors'
export type { Histories, HistoryRequest } from './findings/histories'
export type { AllRecords } from './lists/allRecords'
export type { MemberArrangement } from './lists/arrangeMembers'
export type { MemberRequest } from './lists/members'
export type { ListPart } from './lists/newest'
export { LIST_LIMIT } from './lists/recordSql'
export { type Annotation, type Transcript, utterancesSql } from './lists/transcript'
export { InFlight } from './plan/inFlight'
export { inTurns } from './plan/inTurns'
export { MAX_LEARNED } from './plan/learnedRhythms'
export {
  applications,
  appointments,
  calls,
  keptAppointments,
  type ListSpec,
  liveLeases,
  Measure,
  measureOf,
  messages,
  prospects,
  type QueryContext,
  type ReportQuery,
  returnCalls,
  returnMessages,
  visits,
} from './plan/measures'
export { measuresFor } from './plan/measuresFor'
export { MAX_OPENED, type OpenedReport } from './plan/openedReports'
export { rowNames } from './plan/rowKeys'
export { all, any, daySql, hasValue, idList, instantText, join, raw, type Sql, sql } from './plan/sql'
export type { Engine, RunOptions } from './questions'
export type { OurRecords, OurRecordsRequest } from './reconcile/ourRecords'
export { aiConversations } from './records/aiConversations'
export { callerStatus, labelSql, nullIfEmpty } from './records/calls/callFields'
export { callConversions } from './records/calls/conversions'
export { callsByIntent } from './records/calls/intents'
export { callsMatchingSearch } from './records/calls/transcriptSearch'
export {
  excludedProspects,
  inCompany,
  inEitherPeriod,
  inScopedProperties,
  instantSql,
  periodsIn,
} from './records/conditions'
export { fromSelect, localSecond, type RecordType } from './records/definition'
export { decidedLeases, MONTH_DAYS } from './records/leases/decisions'
export { endingLeases } from './records/leases/endings'
export { hasLeased, isLeadOfYear, isLeaseOfCosts } from './records/leases/leadYear'
export { unitsAhead, withChances } from './records/leases/outlook'
export { unitMeasures } from './records/leases/unitMeasures'
export { unitsAtPeriodEnds, unitsOn, unitsOnSliceEnds } from './records/leases/units'
export { KEPT_APPOINTMENT, LIVE_LEASE } from './records/live'
export { attributionCredits } from './records/marketing/attribution'
export { campaignMessages, factsAfterDrips } from './records/marketing/drips'
export { factsByListing } from './records/marketing/listings'
export { adSpending } from './records/marketing/spending'
export { prospectTouches } from './records/marketing/touches'
export { officeOpenings, officeOpenTimes, openMilliseconds } from './records/office/clock'
export { withOfficeHours } from './records/office/hours'
export { activePeople, type DeedNames, deedRecords } from './records/prospects/activePeople'
export { engagementAtClosings, engagementNow } from './records/prospects/engagement'
export { lostProspects } from './records/prospects/lost'
export { reachedStage } from './records/prospects/reachedStages'
export { responseExchanges } from './records/prospects/responseTimes'
export { prospectStages } from './records/prospects/stages'
export { WAITS_FOR, waitingPeople, waitingPeopleAtStake } from './records/prospects/waitingPeople'
export { inProspectRow, recordTypes, unitLeases } from './records/recordTypes'
export { applicationsAfterVisits, leasesAfterVisits, visitorsWithScannedId } from './records/visitOutcomes'
