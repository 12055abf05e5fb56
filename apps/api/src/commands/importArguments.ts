import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { connectorKinds } from '@leaselight/connectors'
import { CliError } from '../console/console'
import type { OperatorImport } from '../import/operatorImport'

const USAGE = `npm run import -- DIR [--strict] [--refusals FILE]
npm run import -- mits FILE --property-map MAP.json [--dry-run] [--refusals FILE]
npm run import -- csv FILE --mapping MAPPING.json [--dry-run] [--refusals FILE]`

const usage = (problem?: string): CliError => new CliError(problem === undefined ? USAGE : `${problem}\n${USAGE}`)

/** What the command is to import, and the file that lists the rejected records. */
export interface ImportArguments {
  input: OperatorImport
  rejectionPath: string
}

/** Reads the command line and the mapping it names. Throws a CliError with a sentence, or how the command is used. */
export async function readImportArguments(args?: string[]): Promise<ImportArguments> {
  const { values, positionals } = parseArguments(args)
  const { strict, refusals, 'dry-run': dryRun, 'property-map': propertyMap, mapping } = values
  const [first, file, ...more] = positionals
  const kind = connectorKinds.find((item) => item === first && (file || dryRun || propertyMap || mapping))
  if (!kind) {
    if (!first || file) throw usage('Name one folder to import.')
    if (dryRun || propertyMap || mapping) throw usage()
    const directory = resolve(first)
    if (!(await stat(directory).catch(() => undefined))?.isDirectory())
      throw new CliError(`There is no folder ${directory}.`)
    return { input: { kind: 'folder', directory, strict }, rejectionPath: refusals ?? 'import-refusals.ndjson' }
  }
  const given = kind === 'mits' ? propertyMap : mapping
  if (!file || !given || more.length > 0 || strict) throw usage()
  const paths = { file: resolve(file), mapping: resolve(given) }
  for (const path of [paths.file, paths.mapping])
    if (!(await stat(path).catch(() => undefined))?.isFile()) throw new CliError(`There is no file ${path}.`)
  return {
    input: { kind, file: paths.file, mapping: await readFile(paths.mapping, 'utf8'), dry_run: dryRun },
    rejectionPath: refusals ?? 'intake-refusals.ndjson',
  }
}

function parseArguments(args: string[] | undefined) {
  try {
    return parseArgs({
      ...(args && { args }),
      allowPositionals: true,
      options: {
        strict: { type: 'boolean', default: false },
        'property-map': { type: 'string' },
        mapping: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        refusals: { type: 'string' },
      },
    })
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error))
  }
}
