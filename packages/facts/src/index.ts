export { Activity, type ImportedBatch, type Load, type Outcome, type Statement } from './client/activity'
export { type AwaitedFacts, awaitedFacts } from './client/awaited'
export { EngineTimeout, EngineUnavailable, QueryCancelled } from './client/errors'
export { type Facts, type FactsSettings, openFacts, type QueryOptions } from './client/facts'
export { type FactsPart, factsParts, fileSums, isKept, isSeal, partSums, type Sums } from './copy/parts'
export {
  allSums,
  clearTable,
  contentOf,
  emptyFacts,
  erasedWithFacts,
  finishCopy,
  finishedBatches,
  isHalfCopied,
  partName,
  readPart,
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
  readmit,
  wordsOf,
} from './erase/erase'
export { listNotHeardOf } from './erase/notHeardOf'
export { type Freshness, freshness } from './freshness'
export type { Account } from './import/account'
export { type DirectoryOptions, type DirectoryProgress, importDirectory, tryDirectory } from './import/import-directory'
export { type ImportOptions, importRecords, type OnProgress } from './import/import-records'
export type { Refusal } from './import/problem'
export { recover } from './import/recover'
export type { ImportFormat, ImportSource } from './import/source'
export { recordsFolder, removeLeftovers } from './leftovers'
export { DataDirLocked, type Lock, type LockInfo, lockDataDir, readLock } from './lock'
export { factsLevel, migrate } from './migrate'
