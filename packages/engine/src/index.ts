export { callerStatus, namedCalls, orNothing, worded } from './callLists'
export type { Agent, Banner, Company, Property, Source, User } from './companyRecords'
export { type Attribute, attributeId, type Directory } from './directory'
export { engagementAtClosings, engagementNow } from './engagement'
export { createEngine, type Engine, type EngineParts, type RunOptions } from './engine'
export { NotFound } from './errors'
export { filterConditions } from './filterSql'
export { homes, homesAtEnds } from './homes'
export type { KeyContext } from './keys'
export { kinds, knowingTheirProspects, knowingWhatIsAsked, leasesOfHomes, ofTheirProspects, selected } from './kinds'
export type { MemberRequest } from './members'
export { officeClock, officeOpenings, openTime } from './officeClock'
export { withOfficeHours } from './officeHours'
export { localSecond, type RecordKind } from './recordKind'
export type { AllRecords } from './records'
export { isOpen } from './scope'
export { comparedDay, inCompany, inEither, inSelection, instant, notCounted, periodsIn } from './select'
export {
  applications,
  appointments,
  calls,
  type ListSpec,
  liveLeases,
  messages,
  prospects,
  type QueryContext,
  RecordSet,
  type ReportQuery,
  recordsOf,
  setsFor,
  visits,
} from './sets'
export { all, any, day, idList, join, raw, type Sql, sql } from './sql'
export { type Annotation, spoken, type Transcript } from './transcript'
export { applicationsAfterVisits, leasesAfterVisits, scannedVisitors } from './visitors'
