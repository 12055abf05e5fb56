export { type ConnectorOptions, type ConnectorProgress, importSourceFile } from './importSourceFile'
export { type ConnectorJob, connectorKinds, parseJob } from './job'
