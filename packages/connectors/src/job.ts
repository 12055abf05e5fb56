import { type CsvMapping, parseCsvMapping } from './csv/mapping'
import { type MitsSettings, parseMitsSettings } from './mits/settings'

/** A foreign file's form, with what it does not say itself. */
export type ConnectorJob = { kind: 'mits'; settings: MitsSettings } | { kind: 'csv'; mapping: CsvMapping }

/** Reads what is said about a file of the kind; an InputError says in a sentence what is wrong with it. */
export const parseJob = (kind: ConnectorJob['kind'], input: unknown): ConnectorJob =>
  kind === 'mits' ? { kind, settings: parseMitsSettings(input) } : { kind, mapping: parseCsvMapping(input) }
