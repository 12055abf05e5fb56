import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { settingsTable } from '../../settings/settings'
import { contractPage } from './contractPage'
import { metricsPage } from './metricsPage'

const docsPath = (name: string): string => fileURLToPath(new URL(`../../../../../docs/${name}`, import.meta.url))

/** The pages generated from the code, by file name. */
export const docsPages: Readonly<Record<string, () => string>> = {
  'configuration.md': configuration,
  'data-contract.md': contractPage,
  'metrics.md': metricsPage,
  '../.env.example': envExample,
}

/** A page's current text in the repository. */
export const readPage = (name: string): Promise<string> => readFile(docsPath(name), 'utf8')

/** Rewrites every page. */
export async function writePages(): Promise<void> {
  for (const [name, make] of Object.entries(docsPages)) await writeFile(docsPath(name), make())
}

function configuration(): string {
  const rows = Object.entries(settingsTable).map(
    ([name, { about, byDefault }]) => `| \`${name}\` | ${about} | ${byDefault} |`,
  )
  return `# Configuration

<!-- Made from apps/api/src/settings/settingsTable.ts by \`npm run docs\`. -->

For people who run Leaselight. After this page you can change any setting. Each one is an environment variable.

\`\`\`
PORT=9000 SAMPLE=off DATA_DIR=/var/lib/leaselight npm start
\`\`\`

An invalid setting stops the start with a sentence that names it.

| Setting | What it is for | When it is not set |
|---|---|---|
${rows.join('\n')}
`
}

function envExample(): string {
  const settings = Object.entries(settingsTable).map(
    ([name, { about, byDefault }]) => `# ${about} Not set: ${byDefault}.\n#${name}=`,
  )
  return `# Settings of Leaselight, for compose.yaml (.env) and deploy/leaselight.service (/etc/leaselight.env).
# Made from apps/api/src/settings/settingsTable.ts by \`npm run docs\`; the same in docs/configuration.md.

# The passwords that compose.yaml gives its PostgreSQL and ClickHouse; nothing else reads them. Choose long ones, of letters
# and digits: they become part of an address.
POSTGRES_PASSWORD=
CLICKHOUSE_PASSWORD=

${settings.filter((text) => !text.endsWith('#CLICKHOUSE_PASSWORD=')).join('\n\n')}
`
}
