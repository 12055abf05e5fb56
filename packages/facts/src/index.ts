export {
  type ContractField,
  contractFields,
  type Entity,
  type EntityName,
  entities,
  entityNames,
  entityOf,
  type Field,
  isEntityName,
  recordSchema,
} from '@leaselight/contract'
export {
  Activity,
  type DerivationEnd,
  type ImportedBatch,
  type Load,
  type Outcome,
  type Statement,
} from './client/activity'
export { EngineTimeout, EngineUnavailable, QueryCancelled } from './client/errors'
export type { Facts, QueryOptions } from './client/facts'
export { type LazyFacts, lazyFacts } from './client/lazy'
export type { FactsSettings } from './client/settings'
export { Slots } from './client/slots'
export { openFacts } from './client/warehouse'
export {
  type FactsPart,
  factsParts,
  fileSums,
  isAppendOnly,
  isCompletionMarker,
  partSums,
  type Sums,
} from './copy/parts'
export {
  allSums,
  clearFacts,
  clearTable,
  erasedWithFacts,
  finishCopy,
  finishedBatches,
  isPartialCopy,
  partName,
  readPart,
  storeContent,
  tableBytes,
  writePart,
} from './copy/store'
export { DEEDS, type Deed } from './derive/activeDays'
export { callsWithLines, PLAIN_WORDS } from './derive/callLines'
export {
  CAMPAIGN_OUTCOMES,
  type CampaignOutcome,
  campaignOutcomes,
  isInTime,
  OUTCOME_DAYS,
  SENT_BY_CAMPAIGN,
} from './derive/campaignMessages'
export { type Care, prospectCare, STATE } from './derive/care'
export { chainedLeases } from './derive/chains'
export {
  completeTables,
  deriveEverywhere,
  deriveUnlessBusy,
  repairDerived,
  tidyEveryTable,
  tidyNow,
} from './derive/derive'
export { homeStates, STATE_NAMES, stateFromSpans } from './derive/homeStates'
export { KEPT_APPOINTMENT, LIVE_LEASE } from './derive/live'
export { type Milestone, prospectMilestones } from './derive/milestones'
export { peopleAtHandOf } from './derive/peopleAtHand'
export { markedAtHand, type PeopleMark, PROSPECT_COLUMNS, selectMarked } from './derive/peopleTable'
export { DAY_SUMS } from './derive/propertyDays'
export { SOURCED_COLUMNS, sourcesOfPeople } from './derive/prospectSources'
export { STAGES, type Stage, stageNumber } from './derive/stageDays'
export { type DerivedTableName, derivedTables } from './derive/tables'
export { ASKS, type Ask, prospectWaits, WAITING_DAYS } from './derive/waits'
export {
  companiesOfProspects,
  type ErasedRows,
  eraseCompany,
  eraseListed,
  listErased,
  personalTextsOf,
  readmit,
} from './erase'
export { listInactiveProspects } from './erase/inactiveProspects'
export { listErasedStaff, type StaffEntity, staffEntities, staffTextsOf } from './erase/staff'
export { type CompanyBatch, companyBatches, type Freshness, freshness, hasAnyFact } from './freshness'
export { assignFacts, claimFacts, type FactsClaim, readClaims } from './identity'
export { type ImportOptions, importRecords, type OnProgress, type OnRecord } from './import'
export { type Rejection, type RejectionInput, toRejection } from './import/check/problem'
export { CompanyTally } from './import/companyTally'
export { type DirectoryOptions, type DirectoryProgress, importDirectory } from './import/directory'
export { type LimitedText, limitText } from './import/limits'
export { isTooMany, type MaxRejected, NONE_REJECTED, parseMaxRejected } from './import/maxRejected'
export { type FactProperty, readProperties } from './import/own/registry'
export type { ImportFormat, ImportSource } from './import/read/source'
export { recover } from './import/recover'
export {
  contractReport,
  type FirstRecord,
  type ImportReport,
  type ImportVerdict,
  type Note,
  NoteList,
  noRecords,
  type RecordCounts,
  readOf,
  type SourceCounts,
  type UnusedFields,
  UnusedNames,
  verdictOf,
} from './import/report'
export { createRecordsFolder, removeLeftovers } from './leftovers'
export { DataDirLocked, type Lock, type LockInfo, lockDataDir, readLock } from './lock'
export { datedEntities, type KnownSpans, type RecordSpan, readSpans } from './recordSpans'
export { type Inspection, inspectTables, type TableDamage, type TableSeal } from './seal'
export { sortDay, tableColumns } from './tables/columns'
export { entitiesRead } from './tables/entitiesRead'
export { factsLevel, migrate } from './tables/migrate'
export { TablesDiffer } from './tables/sync'
