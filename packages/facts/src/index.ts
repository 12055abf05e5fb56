export { Activity, type ImportedBatch, type Load, type Outcome, type Statement } from './client/activity'
export { type LazyFacts, lazyFacts } from './client/awaited'
export { EngineTimeout, EngineUnavailable, QueryCancelled } from './client/errors'
export { type Facts, type FactsSettings, openFacts, type QueryOptions } from './client/facts'
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
export { type Entity, type EntityName, entities, entityNames, entityOf, type Field, isEntityName } from './entities'
export { tableColumns } from './entities/columns'
export { type ContractField, contractFields, recordSchema } from './entities/contract'
export {
  companiesOfProspects,
  type ErasedRows,
  eraseCompany,
  eraseListed,
  listErased,
  personalTextsOf,
  readmit,
} from './erase/erase'
export { listInactiveProspects } from './erase/notHeardOf'
export { type Freshness, freshness } from './freshness'
export type { ImportReport } from './import/account'
export {
  type DirectoryOptions,
  type DirectoryProgress,
  dryRunDirectory,
  importDirectory,
} from './import/import-directory'
export { type ImportOptions, importRecords, type OnProgress } from './import/import-records'
export type { Rejection } from './import/problem'
export { recover } from './import/recover'
export type { ImportFormat, ImportSource } from './import/source'
export { createRecordsFolder, removeLeftovers } from './leftovers'
export { DataDirLocked, type Lock, type LockInfo, lockDataDir, readLock } from './lock'
export { factsLevel, migrate } from './migrate'
