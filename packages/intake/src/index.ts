export type { ConnectorReport } from './account'
export { type ConnectorOptions, type ConnectorProgress, importSourceFile } from './intake'
export { type ConnectorJob, parseJob } from './job'
