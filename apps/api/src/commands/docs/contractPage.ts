import { contractFields, type EntityName, entityNames, entityOf } from '@leaselight/contract'

/** `docs/data-contract.md`: every entity and field that an import accepts, and how they are read. */
export function contractPage(): string {
  return `# Data contract: what goes in

<!-- Made from packages/contract/src/entities by \`npm run docs\`. -->

A leasing company's data comes in as ${entityNames.length} kinds of records, each in a file of its own (\`prospects.ndjson\`, \`prospects.csv\` or \`prospects.parquet\`), or posted to \`/api/import/{entity}\` as NDJSON or CSV. Exporters are written against this page: a field may be added, none changes its meaning.

## How records are read

- **id**: a whole number from 1 to 2⁵³ − 1. ${installationIds()} are unique in the installation; all others within their entity and company.
- **instant** (\`…_at\`): ISO 8601 with its offset, \`2026-03-08T14:05:00-07:00\` or \`…Z\`, from 1970 to 2199, kept to the millisecond. **date** (\`…_on\`): \`YYYY-MM-DD\`.
- **Text** is UTF-8, at most 10,000 characters. Money is US dollars with at most two decimals, never below 0. Durations are whole seconds. true or false is false when absent; absent lists and maps are empty.
- **Upsert by id**: the same record twice changes nothing; a later one with the same id replaces the earlier whole; within a file the last wins. A correction may move a record to another day or property of its company and leaves nothing behind.
- **Removal**: \`"deleted": true\` with the id and its owner (\`property_id\` or \`company_id\`). A later record without it restores. A removed property or company hides its facts, also those that arrive later, until it is back; a removed prospect's facts count nowhere; a removed agent, source, listing, campaign, unit or appointment leaves the facts that name it.
- **Order does not matter**, but for owners: only \`property_id\` and \`company_id\` must be known. One import takes companies, then properties, then the rest; a fact may come before its prospect.
- **The local day** of an instant is worked out once, in the zone of its property; when a property's zone changes, its facts are dated anew.
- **What can't be taken** is refused with entity, line, id, field and reason, and leaves the version before it in force; the others go in. \`--strict\` takes all or nothing. An unknown column is reported and ignored.
- **CSV** has a header row, UTF-8 with or without a byte order mark, lists and maps as JSON in the cell, \`true\` and \`false\`; an empty cell is absent.
- **Office hours** may name a weekday (1 = Monday … 7 = Sunday) several times; each opens before it closes, at \`24:00\` at the latest. A circle of source parents is refused.

A field with ? may be absent or null.

${entityNames.map(entitySection).join('\n')}`
}

/** "Ids of companies and properties, and `thread_id`,": what no two companies may share. */
function installationIds(): string {
  const shared = entityNames.filter((name) => entityOf(name).unique === 'installation')
  const byId = shared.filter((name) => entityOf(name).key === 'id').map((name) => name.replaceAll('_', ' '))
  const otherKeys = shared.map((name) => entityOf(name).key).filter((key) => key !== 'id')
  const ids = new Intl.ListFormat('en-US').format(byId).replace(/, and /, ' and ')
  return `Ids of ${ids}, and ${otherKeys.map((key) => `\`${key}\``).join(', ')},`
}

function entitySection(name: EntityName): string {
  const { about, owner } = entityOf(name)
  const rows = contractFields()
    .filter(({ entity }) => entity === name)
    .map(({ field, holds, required, note }) => `| \`${field}\`${required ? '' : '?'} | ${holds} | ${note} |`)
  const whose = owner === 'self' ? '' : ` Belongs to a ${owner}.`
  return `## ${name}\n\n${about}${whose}\n\n| field | holds | |\n|---|---|---|\n${rows.join('\n')}\n`
}
