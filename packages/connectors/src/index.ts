export { type ConnectorOptions, type ConnectorProgress, importSourceFile } from './importSourceFile'
export { type ConnectorJob, parseJob } from './job'
export type { ConnectorReport } from './report'
