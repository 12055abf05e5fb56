import { type CsvMapping, readCsvMapping } from './csv/mapping'
import { type MitsSettings, readMitsSettings } from './mits/settings'

/** A foreign file's form, with what it does not say itself. */
export type IntakeJob = { kind: 'mits'; settings: MitsSettings } | { kind: 'csv'; mapping: CsvMapping }

/** Reads what is said about a file of the kind; an InputError says in a sentence what is wrong with it. */
export const readJob = (kind: IntakeJob['kind'], given: unknown): IntakeJob =>
  kind === 'mits' ? { kind, settings: readMitsSettings(given) } : { kind, mapping: readCsvMapping(given) }
