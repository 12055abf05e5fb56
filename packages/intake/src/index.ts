export type { FirstRow, IntakeAccount, Note, Tally } from './account'
export { type CsvMapping, readCsvMapping } from './csv/mapping'
export { type IntakeJob, type IntakeOptions, type IntakeProgress, intake } from './intake'
export { type MitsSettings, readMitsSettings } from './mits/settings'
