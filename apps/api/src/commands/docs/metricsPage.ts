import { allowedFilters, dimension, filters, type ReportDefinition, sections } from '@leaselight/model'
import { reports } from '@leaselight/reports'

/** `docs/metrics.md`: every report with its question, rows, filters and the meaning of each of its numbers. */
export function metricsPage(): string {
  const bySection = sections.flatMap((section) => {
    const inside = reports.filter((report) => report.section === section)
    return inside.length > 0 ? [`## ${section}\n\n${inside.map(reportSection).join('\n')}`] : []
  })
  return `# Metrics: what every number means

<!-- Made from the reports by \`npm run docs\`. -->

For people who read reports and developers who change them. After this page you know exactly what each number counts.

The same sentences are in the tables' headers, in the legends of CSV and PDF, and in the descriptions of the GraphQL schema.

- A period is calendar days, both ends included, in each property's own time zone.
- Ratios are computed from the summed counts of their row or total, never averaged; a ratio over nothing is shown as —.
- People marked as not a prospect are left out unless a filter lets them in; deleted people and their facts count nowhere.
- A fact without an agent is in the row Unassigned, one without a source in the row Unknown.

${bySection.join('\n')}`
}

function reportSection(report: ReportDefinition): string {
  const rows = report.rows.map((row) =>
    row === 'groupBy' ? 'whatever the reader groups by' : dimension(row).label.toLowerCase(),
  )
  const labels = allowedFilters(report).map((key) => filters[key].label.toLowerCase())
  const columns = Object.values(report.columns).map(
    ({ label, definition }) => `| ${escapePipes(label)} | ${escapePipes(definition)} |`,
  )
  const facts = [
    ...(rows.length > 0 ? [`Rows: ${rows.join(', and in it ')}.`] : []),
    ...(report.groupByOptions
      ? [`Grouped by ${report.groupByOptions.map((key) => dimension(key).label.toLowerCase()).join(', ')}.`]
      : []),
    ...(labels.length > 0 ? [`Filters: ${[...new Set(labels)].join(', ')}.`] : ['No filters.']),
    ...(report.notes ?? []),
  ]
  const address = report.view ? `${report.path}?view=${report.view}` : report.path
  return `### ${report.title}\n\n\`${address}\`: ${report.question} ${facts.join(' ')}\n\n| number | what it means |\n|---|---|\n${columns.join('\n')}\n`
}

const escapePipes = (text: string): string => text.replaceAll('|', '\\|')
