export * from './access/accessKeys'
export * from './access/prospectBatches'
export * from './access/signOn'
export * from './access/tickets'
export * from './audit'
export * from './copy'
export { type ErasedState, eraseCompanyState, erasePeopleState } from './erase'
export * from './feeds/feedIncidents'
export * from './feeds/feedKeys'
export * from './feeds/feedLists'
export * from './feeds/feedRuns'
export * from './feeds/feeds'
export * from './feeds/mappings'
export * from './findings/passes'
export * from './findings/rules'
export * from './flags'
export * from './goals/goals'
export { whileHeld } from './holds/whileHeld'
export * from './importRuns'
export {
  adoptState,
  forgetSeals,
  holdsSavedWork,
  pauseSeals,
  readInstallationId,
  readSealPause,
  readSeals,
  resumeSeals,
  type StoredSeal,
  writeSeals,
} from './installation'
export { openStatuses } from './jobs/columns'
export type { Job, JobQueue, Worker } from './jobs/queue'
export * from './jobs/workers'
export * from './keyedRequests'
export * from './myPage/myPage'
export * from './reconciliations'
export { type ImportStatus, importStatuses } from './schema'
export { type AccessKeyKind, accessKeyKinds } from './schema/accessKeys'
export { type AuditAction, type AuditMeans, auditActions, auditMeans } from './schema/audit'
export {
  type FeedExtent,
  type FeedIncident,
  type FeedRhythm,
  type FeedRunStatus,
  type FeedSource,
  type FeedTrigger,
  type FinalFeedStatus,
  feedExtents,
  feedIncidents,
  feedRhythms,
  feedRunStatuses,
  feedSources,
  feedTriggers,
  type ListedRecord,
  type MappingKind,
  mappingKinds,
} from './schema/feeds'
export type { ReconciledProperty } from './schema/reconciliations'
export {
  type DeliveryKind,
  type DeliveryStatus,
  deliveryKinds,
  type OutboxFile,
  type Params,
} from './schema/sharing'
export { type WatchCondition, watchConditions } from './schema/watches'
export { type WebhookEvent, type WebhookKind, webhookEvents, webhookKinds } from './schema/webhooks'
export * from './setup'
export { afterRestore } from './sharing/afterRestore'
export * from './sharing/deliveries'
export * from './sharing/deliveryQueue'
export { queueDueRuns } from './sharing/dueRuns'
export * from './sharing/mailRules'
export * from './sharing/outbox'
export * from './sharing/savedReports'
export * from './sharing/schedules'
export * from './sharing/subscribers'
export type { Database, State } from './state'
export { isUnavailable, StoreUnavailable } from './store/errors'
export * from './store/housekeeping'
export { type LazyState, lazyState } from './store/lazy'
export { openState, type StateSettings } from './store/open'
export * from './timelineNotes/timelineNotes'
export * from './watches/numberWatches'
export * from './watches/watchCalls'
export * from './webhooks/webhooks'
export * from './welcomes'
