export { type LazyState, lazyState } from './awaited'
export * from './batches'
export * from './copy'
export * from './deliveries'
export * from './deliveryWork'
export { type ErasedState, eraseCompanyState, erasePeopleState } from './erase'
export { isUnavailable, StoreUnavailable } from './errors'
export * from './flags'
export * from './housekeeping'
export * from './imports'
export * from './mailRules'
export { openState, type StateSettings } from './open'
export * from './outbox'
export { afterRestore } from './restored'
export * from './savedReports'
export * from './schedules'
export { type ImportStatus, importStatuses } from './schema'
export * from './signOn'
export type { Database, State } from './state'
export * from './subscribers'
export {
  type DeliveryKind,
  type DeliveryStatus,
  deliveryKinds,
  type OutboxFile,
  type Params,
} from './takeSchema'
export * from './tickets'
