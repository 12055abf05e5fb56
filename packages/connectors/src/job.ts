import { type CsvMapping, parseCsvMapping } from './csv/mapping'
import { type MitsSettings, parseMitsSettings } from './mits/settings'

/** The forms of other systems' files, as addresses and commands name them. */
export const connectorKinds = ['mits', 'csv'] as const

/** A source file's form, with what the file itself leaves open. */
export type ConnectorJob = { kind: 'mits'; settings: MitsSettings } | { kind: 'csv'; mapping: CsvMapping }

/** Reads the property map or mapping of a source file. Throws an InputError with a sentence when it is wrong. */
export const parseJob = (kind: ConnectorJob['kind'], input: unknown): ConnectorJob =>
  kind === 'mits' ? { kind, settings: parseMitsSettings(input) } : { kind, mapping: parseCsvMapping(input) }
