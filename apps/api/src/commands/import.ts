import type { ConnectorProgress } from '@leaselight/connectors'
import { readLock } from '@leaselight/facts'
import { describeError, print, printError } from '../console/console'
import { showProgress } from '../console/progress'
import { type OperatorImport, type OperatorReport, operatorImport } from '../import/operatorImport'
import type { ImportListener } from '../import/tasks'
import { findOperatorEndpoint } from '../operations/operator'
import { openStores } from '../operations/stores'
import { parseSettings } from '../settings/settings'
import { readImportArguments } from './importArguments'
import { printConnectorReport, printFolderReport } from './importReport'
import { importThroughServer } from './operatorClient'
import { RejectionFile } from './rejectionFile'

const labels: Readonly<Record<ConnectorProgress['phase'], string>> = {
  reading: 'Reading',
  checking: 'Checking',
  importing: 'Importing',
  settling: 'Tidying up',
}

/** Imports what the command line names. Returns whether every record was imported. */
async function run(): Promise<boolean> {
  const { input, rejectionPath } = await readImportArguments()
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
  const isStrict = input.kind === 'folder' && input.strict
  return printReport(report, rejections, isStrict)
}

/** Imports through the server when one runs on this DATA_DIR, else with the stores opened here. */
async function importWhereTheDataIs(input: OperatorImport, listener: ImportListener): Promise<OperatorReport> {
  // Before a store is opened: a mapping that can't be read needs none.
  const runHere = operatorImport(input)
  const settings = parseSettings(process.env)
  const holder = await readLock(settings.dataDir)
  const endpoint = holder?.role === 'server' ? await findOperatorEndpoint(settings.dataDir) : undefined
  if (endpoint) return importThroughServer(endpoint, input, listener)
  const { facts, state, close } = await openStores(settings, 'import')
  try {
    return await runHere({ facts, state, now: () => settings.now ?? new Date() }, listener)
  } finally {
    await close()
  }
}

function printReport(report: OperatorReport, rejections: RejectionFile, isStrict: boolean): boolean {
  if (report.kind === 'folder') {
    printFolderReport(report.records)
    if (rejections.count === 0) return true
    print(`What was refused stands in ${rejections.path}, a record a line with its reason.`)
    if (isStrict) print('Nothing was taken in, because --strict takes all or nothing.')
    return !isStrict
  }
  printConnectorReport(report)
  if (rejections.count > 0) print(`\nWhat was refused stands in ${rejections.path}, each with its line and reason.`)
  if (report.dryRun) print('\nNothing was taken in: this was a dry run.')
  if (report.stopped) printError(`\n${report.stopped}`)
  return report.stopped === null
}

try {
  process.exitCode = (await run()) ? 0 : 2
} catch (error) {
  printError(describeError(error))
  process.exitCode = 1
}
