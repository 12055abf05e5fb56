import { alignColumns, print } from '../../console/console'
import { type Progress, showProgress } from '../../console/progress'
import type { CopiedPart, CopyProgress } from './installation'

const formatCount = (value: number): string => value.toLocaleString('en-US')

/** What was copied, one line per table, with the total and how it was verified. */
export function printCopied(copied: readonly CopiedPart[], seconds: number, checked: string): void {
  const rows = copied
    .filter(({ rows }) => rows > 0)
    .map(({ store, name, rows, sum, how }) => [store, name, formatCount(rows), sum, how])
  for (const line of alignColumns([['store', 'table', 'rows', 'checksum', ''], ...rows], [2, 3])) print(line)
  const all = copied.reduce((sum, { rows }) => sum + rows, 0)
  const empty = copied.length - rows.length
  print(`${formatCount(all)} rows in ${seconds.toFixed(1)} s; ${empty} parts are empty. ${checked}`)
}

/** A progress bar for a copy. */
export function copyProgressBar(label: string): { show: (progress: CopyProgress) => void; bar: Progress } {
  const bar = showProgress()
  const show = ({ bytes, totalBytes, rows, rate }: CopyProgress) =>
    bar.show({ label, done: bytes, of: totalBytes, rows, rate })
  return { show, bar }
}
