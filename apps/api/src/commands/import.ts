import type { ConnectorProgress } from '@leaselight/connectors'
import { type ImportReport, type ImportVerdict, readLock, tidyNow, verdictOf } from '@leaselight/facts'
import { describeError, print, printError } from '../console/console'
import { showProgress } from '../console/progress'
import { type OperatorImport, operatorImport } from '../import/operatorImport'
import type { ImportListener } from '../import/tasks'
import { findOperatorEndpoint } from '../operations/operator'
import { openStores } from '../operations/stores'
import { parseSettings } from '../settings/settings'
import { readImportArguments } from './importArguments'
import { printReport } from './importReport'
import { importThroughServer } from './operatorClient'
import { RejectionFile } from './rejectionFile'
import { writeTemplates } from './template'

const labels: Readonly<Record<ConnectorProgress['phase'], string>> = {
  reading: 'Reading',
  checking: 'Checking',
  importing: 'Importing',
  settling: 'Tidying up',
}

/** Imports what the command line names and prints the report. Returns how it ended. */
async function run(): Promise<ImportVerdict> {
  const request = await readImportArguments()
  if ('template' in request) {
    const directory = await writeTemplates(request.template)
    print(
      `A file for each entity is in ${directory}, with one example line. Replace the lines with your records, delete`,
    )
    print(`the files you don't need, and import the folder: npm run import -- ${directory}`)
    return 'all'
  }
  const { input, rejectionPath } = request
  const progress = showProgress()
  const rejections = new RejectionFile(rejectionPath)
  const report = await importWhereTheDataIs(input, {
    onProgress: ({ phase, bytes, totalBytes, rows, rate }) =>
      progress.show({ label: labels[phase], done: bytes, of: totalBytes, rows, rate }),
    onRejection: (rejection) => rejections.add(rejection),
  }).finally(() => {
    progress.end()
    return rejections.close()
  })
  printReport(report)
  if (rejections.count > 0) print(`\nThe rejections are in ${rejections.path}, one per line with its reason.`)
  return verdictOf(report)
}

/** Imports through the server when one runs on this DATA_DIR, else with the stores opened here. */
async function importWhereTheDataIs(input: OperatorImport, listener: ImportListener): Promise<ImportReport> {
  // Before a store is opened: a mapping that can't be read needs none.
  const runHere = operatorImport(input)
  const settings = parseSettings(process.env)
  const holder = await readLock(settings.dataDir)
  const endpoint = holder?.role === 'server' ? await findOperatorEndpoint(settings.dataDir) : undefined
  if (endpoint) return importThroughServer(endpoint, input, listener)
  const { facts, state, close } = await openStores(settings, 'import')
  try {
    const report = await runHere({ facts, state, now: () => settings.now ?? new Date() }, listener)
    await tidyNow(facts)
    return report
  } finally {
    await close()
  }
}

/** Exit codes by how an import ended. 1 is for an import that could not run. */
const EXIT_CODES: Readonly<Record<ImportVerdict, number>> = { all: 0, some: 2, none: 3 }

try {
  process.exitCode = EXIT_CODES[await run()]
} catch (error) {
  printError(describeError(error))
  process.exitCode = 1
}
