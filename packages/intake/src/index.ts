export type { IntakeAccount } from './account'
export { type IntakeOptions, type IntakeProgress, intake } from './intake'
export { type IntakeJob, readJob } from './job'
