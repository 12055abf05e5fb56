import type { CompanyContext } from '@leaselight/engine'
import type { MemberList, MemberPage } from '@leaselight/model'
import type { Comparison } from './compare'
import { namedRecords } from './service'

const columns: MemberPage['columns'] = [
  { key: 'property', label: 'Property', format: 'text' },
  { key: 'label', label: 'Line', format: 'text' },
  { key: 'reasonLabel', label: 'Reason', format: 'text' },
  { key: 'name', label: 'Name', format: 'text' },
  { key: 'unit', label: 'Unit', format: 'text' },
  { key: 'theirDay', label: 'Their day', format: 'date' },
  { key: 'ourDay', label: 'Our day', format: 'date' },
  { key: 'theirId', label: 'Their id', format: 'text' },
  { key: 'ourId', label: 'Our id', format: 'integer' },
  { key: 'theirRow', label: 'Row in their file', format: 'integer' },
  { key: 'effect', label: 'Theirs minus ours', format: 'integer' },
  { key: 'says', label: 'What happened', format: 'text' },
  { key: 'todo', label: 'What to do', format: 'text' },
]

/** The named records of a reconciliation, for those who correct the systems. */
export function recordList(comparison: Comparison, directory: CompanyContext): MemberList {
  const rows = namedRecords(comparison, directory).map(({ reason: _, line: __, ...row }) => ({ ...row }))
  return { columns, rows, about: null, page: 1 }
}

/** A file of records with the columns that are recognized, about the viewer's own properties. */
export function exampleCsv(properties: readonly { name: string }[], day: string): string {
  const [one = { name: 'Maple Court' }, two = one] = properties
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const rows = [
    ['Property', 'Line', 'Date', 'ID', 'Name', 'Email', 'Phone', 'Unit', 'Source'],
    [one.name, 'Guest card', day, '1001', 'Jordan Lee', 'jordan@example.com', '(425) 555-0120', '', 'Website'],
    [one.name, 'Tour', day, '1001', 'Jordan Lee', 'jordan@example.com', '', '', 'Website'],
    [one.name, 'Application', day, '1002', 'Sam Park', '', '(425) 555-0121', '204', 'Drive by'],
    [two.name, 'Lease signed', day, '1003', 'Riley Chen', 'riley@example.com', '', '118', 'Website'],
    [two.name, 'Move in', day, '1003', 'Riley Chen', '', '', '118', ''],
  ]
  return `${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`
}
