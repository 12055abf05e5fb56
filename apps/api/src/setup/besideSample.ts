import { readdir } from 'node:fs/promises'
import type { Facts } from '@leaselight/facts'
import type { NewImportRun } from '@leaselight/state'
import { badRequest } from '../http/errors'
import { installationContent } from './content'

/**
 * Refuses an import that brings companies into an installation that holds the sample: their ids would mix with the
 * sample's, whose people and passwords everybody knows.
 */
export async function refuseBesideSample(facts: Facts, { entity, source }: NewImportRun): Promise<void> {
  const bringsCompanies = entity === 'companies' || (entity === 'all' && (await hasCompanies(source)))
  if (!bringsCompanies || (await installationContent(facts)) !== 'sample') return
  throw badRequest(
    'This installation holds the sample portfolio, and companies of your own must not mix with it. ' +
      'Start an installation of your own with npm run own and import there: DATA_DIR=.own npm run import -- DIR',
  )
}

const hasCompanies = async (directory: string): Promise<boolean> =>
  (await readdir(directory).catch(() => [])).some((name) => /^companies\.\w+$/i.test(name))
