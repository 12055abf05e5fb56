import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Facts, importDirectory } from '@leaselight/facts'
import { sampleInstant, writePortfolio } from '@leaselight/sample'
import { CliError } from '../console/console'
import type { Progress } from '../console/progress'
import type { Settings } from '../settings/settings'
import { type InstallationContent, installationContent } from '../setup/content'

/**
 * Makes sure that an installation holds the sample or records of one's own, and never both: fills an empty store with the
 * sample portfolio up to today's beginning, where the settings want it. Throws a CliError where the settings want the other one.
 */
export async function prepareContent(
  facts: Facts,
  settings: Settings,
  progress: Progress,
): Promise<InstallationContent> {
  const content = await installationContent(facts)
  if (settings.own && content === 'sample') throw new CliError(holdsSample(settings))
  if (!settings.sample || content === 'own') return content
  await loadSample(facts, settings, progress)
  return 'sample'
}

const holdsSample = ({ clickhouse, dataDir }: Settings): string =>
  clickhouse
    ? 'The ClickHouse database holds the sample portfolio, and records of your own must not mix with it. Name another database in CLICKHOUSE_DATABASE, or leave out SAMPLE=off to look at the sample.'
    : `The folder ${dataDir} holds the sample portfolio, and records of your own must not mix with it. Start an installation of your own with npm run own, or name another folder in DATA_DIR. To look at the sample, leave out SAMPLE=off.`

/** Fills an empty store with the sample portfolio up to today's beginning. Returns whether there was anything to do. */
async function loadSample(facts: Facts, settings: Settings, progress: Progress): Promise<boolean> {
  const marker = join(settings.dataDir, 'sample.json')
  // An interrupted start left its marker and some records: the same import again completes it.
  const begun = await readMarker(marker)
  if (!begun && (await installationContent(facts)) !== 'empty') return false
  const now = begun ?? settings.now ?? sampleInstant(new Date())
  await mkdir(settings.dataDir, { recursive: true })
  await writeFile(marker, JSON.stringify({ now: now.toISOString() }))
  const files = join(settings.dataDir, 'sample-files')
  try {
    await writePortfolio(files, { now, baseUrl: settings.crm.webUrl }, ({ rows, expected, seconds }) =>
      progress.show({
        label: 'Making the sample portfolio',
        done: rows,
        of: expected,
        rows,
        rate: rows / Math.max(seconds, 0.001),
      }),
    )
    const { rejected } = await importDirectory(facts, files, {
      now: now.getTime(),
      onProgress: ({ bytes, totalBytes, rows, rate, phase }) => {
        if (phase === 'importing') progress.show({ label: 'Importing it', done: bytes, of: totalBytes, rows, rate })
      },
    })
    if (rejected > 0)
      throw new CliError(`The sample portfolio could not be imported: ${rejected} of its records were rejected.`)
  } finally {
    progress.end()
    await rm(files, { recursive: true, force: true })
  }
  await rm(marker, { force: true })
  return true
}

async function readMarker(marker: string): Promise<Date | undefined> {
  const text = await readFile(marker, 'utf8').catch(() => undefined)
  const now: unknown = text && JSON.parse(text).now
  return typeof now === 'string' ? new Date(now) : undefined
}
