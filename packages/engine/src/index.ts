export { callerStatus, callsWithCallerName, labelSql, nullIfEmpty } from './callLists'
export type { Agent, Banner, Company, Property, Source, User } from './companyRecords'
export { type Attribute, attributeId, type CompanyContext } from './directory'
export { engagementAtClosings, engagementNow } from './engagement'
export { createEngine, type Engine, type EngineOptions, type RunOptions } from './engine'
export { NotFound } from './errors'
export { filterConditions } from './filterSql'
export { unitsAtPeriodEnds, unitsOn } from './homes'
export type { DimensionContext } from './keys'
export {
  fromSelect,
  inProspectRow,
  recordTypes,
  unitLeases,
  withProspectFields,
  withProspectFieldsIfNeeded,
} from './kinds'
export type { MemberRequest } from './members'
export { officeOpenings, officeOpenTimes, openMilliseconds } from './officeClock'
export { withOfficeHours } from './officeHours'
export { localSecond, type RecordType } from './recordKind'
export type { AllRecords } from './records'
export { isAvailable } from './scope'
export {
  alignedDay,
  excludedProspects,
  inCompany,
  inEitherPeriod,
  inScopedProperties,
  instantSql,
  periodsIn,
} from './select'
export {
  applications,
  appointments,
  calls,
  type ListSpec,
  liveLeases,
  Measure,
  measureOf,
  measuresFor,
  messages,
  prospects,
  type QueryContext,
  type ReportQuery,
  visits,
} from './sets'
export { all, any, daySql, idList, join, raw, type Sql, sql } from './sql'
export { type Annotation, type Transcript, utterancesSql } from './transcript'
export { applicationsAfterVisits, leasesAfterVisits, visitorsWithScannedId } from './visitors'
