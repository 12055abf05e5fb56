import type { TableModel, TableRow } from '@leaselight/model'

/** The table as tab-separated text for a spreadsheet: the visible columns as on the screen, and the total. */
export function toTsv(table: TableModel, rows: readonly TableRow[], hidden: ReadonlySet<string>): string {
  const shown = table.columns.flatMap((column, index) => (hidden.has(column.key) ? [] : [index]))
  const line = (texts: readonly string[]): string =>
    shown.map((index) => field(texts[index] ?? '', table.columns[index]?.align === 'left')).join('\t')
  return [table.columns.map((column) => column.label), ...rows.map((row) => row.texts), table.total.texts]
    .map(line)
    .join('\r\n')
}

// A name that starts like a formula must not become one when pasted.
function field(text: string, named: boolean): string {
  const plain = text.replace(/[\t\r\n]+/g, ' ')
  return named && /^[=+\-@]/.test(plain) ? `'${plain}` : plain
}
