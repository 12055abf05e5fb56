import type { Facts } from '@leaselight/facts'
import { SAMPLE_PASSWORD, sampleUsers } from '@leaselight/sample'
import { SETUP_LINK_HOURS, type State } from '@leaselight/state'
import { alignColumns } from '../console/console'
import type { Settings } from '../settings/settings'
import { installationLacks } from '../setup/checklist'
import { installationContent } from '../setup/content'
import { setupLink } from '../setup/link'

/** What the start prints under its addresses: the sample's sign-ins, or what the installation lacks and how to go on. */
export async function nextSteps(parts: {
  facts: Facts
  state: State
  settings: Settings
  operatorKey: string
  url: string
}): Promise<string[]> {
  const { facts, state, settings, url } = parts
  const hasStandIn = settings.crm.standInPort !== undefined
  if ((await installationContent(facts)) === 'sample') return hasStandIn ? sampleSignIns() : []
  const lacks = await installationLacks(parts)
  if (lacks.length === 0) return []
  const lines = ['', '  This installation is not finished:']
  for (const { text } of lacks) lines.push(`  - ${text}`)
  const needsAdministrator = lacks.some(({ line }) => line === 'sign_in')
  if (hasStandIn && needsAdministrator) {
    lines.push('', `  Open this link to become its first administrator. It works once, for ${SETUP_LINK_HOURS} hours:`)
    lines.push(`  ${await setupLink(state, url, settings.now ?? new Date())}`)
  } else lines.push('', `  Sign in as an administrator at ${url} and follow the checklist there.`)
  if (!settings.clickhouse)
    lines.push(
      '',
      `  Or import files: DATA_DIR=${settings.dataDir} npm run import -- DIR`,
      `  Write examples to DIR first: npm run import -- --template DIR`,
    )
  return [...lines, '']
}

function sampleSignIns(): string[] {
  const rows = sampleUsers().map((user) => [user.username, user.role, user.about])
  const table = alignColumns([['Sign in as', 'role', 'sees'], ...rows]).map((line) => `  ${line}`)
  return ['', ...table, '', `  The password of all of them is ${SAMPLE_PASSWORD}: they are sample people.`]
}
