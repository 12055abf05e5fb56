import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { connectorKinds } from '@leaselight/connectors'
import { parseMaxRejected } from '@leaselight/facts'
import { CliError } from '../console/console'
import type { OperatorImport } from '../import/operatorImport'

const USAGE = `npm run import -- DIR [OPTIONS]
npm run import -- --template DIR
npm run import -- mits FILE --property-map MAP.json [OPTIONS]
npm run import -- csv FILE --mapping MAPPING.json [OPTIONS]
Options:
  --dry-run          say what the import would do, and store nothing
  --max-rejected N   store nothing when more are rejected: 20 or 1%
  --strict           the same as --max-rejected 0
  --rejections FILE  where the rejections are listed`

const usage = (problem?: string): CliError => new CliError(problem === undefined ? USAGE : `${problem}\n${USAGE}`)

/** What the command is to import, and the file that lists the rejected records; or where it is to write templates. */
export type ImportArguments = { input: OperatorImport; rejectionPath: string } | { template: string }

/** Reads the command line and the mapping it names. Throws a CliError with a sentence, or how the command is used. */
export async function readImportArguments(args?: string[]): Promise<ImportArguments> {
  const { values, positionals } = parseArguments(args)
  const { strict, rejections: rejectionPath, 'dry-run': dryRun, 'property-map': propertyMap, mapping } = values
  if (values.template !== undefined) {
    if (positionals.length > 0) throw usage()
    return { template: values.template }
  }
  const limit = strict ? '0' : values['max-rejected']
  if (strict && values['max-rejected'] !== undefined) throw usage('--strict and --max-rejected exclude each other.')
  if (limit !== undefined && !parseMaxRejected(limit))
    throw usage('--max-rejected must be a number such as 20 or a share such as 1%.')
  const mode = { dry_run: dryRun, ...(limit !== undefined && { max_rejected: limit }) }
  const [first, file, ...more] = positionals
  const kind = connectorKinds.find((item) => item === first && (file || propertyMap || mapping))
  if (!kind) {
    if (!first || file) throw usage('Name one folder to import.')
    if (propertyMap || mapping) throw usage()
    const directory = resolve(first)
    if (!(await stat(directory).catch(() => undefined))?.isDirectory())
      throw new CliError(`There is no folder ${directory}.`)
    return { input: { kind: 'folder', directory, ...mode }, rejectionPath }
  }
  const given = kind === 'mits' ? propertyMap : mapping
  if (!file || !given || more.length > 0) throw usage()
  const paths = { file: resolve(file), mapping: resolve(given) }
  for (const path of [paths.file, paths.mapping])
    if (!(await stat(path).catch(() => undefined))?.isFile()) throw new CliError(`There is no file ${path}.`)
  return {
    input: { kind, file: paths.file, mapping: await readFile(paths.mapping, 'utf8'), ...mode },
    rejectionPath,
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
        'max-rejected': { type: 'string' },
        template: { type: 'string' },
        rejections: { type: 'string', default: 'import-rejections.ndjson' },
      },
    })
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error))
  }
}
