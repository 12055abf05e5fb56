import { parseCsv, parseXlsx, type ReadCell } from '@leaselight/files/testing'
import type { PeerStanding } from '@leaselight/model'

type Answered = Pick<PeerStanding, 'rank' | 'of' | 'quartile' | 'median'>

/** One number's place as a file has it: rank, among how many, the quartile in words, the median. */
type Place = [rank: number | null, of: number | null, quartile: string, median: number | null]

const quarters = ['', 'best quarter', 'second quarter', 'third quarter', 'last quarter']
const reasons: Readonly<Record<string, string>> = {
  thin: 'too few cases',
  fewPeers: 'too few peers',
  noGroup: 'no Region',
  missing: '',
}

/** A standing of REST as files write it. */
export function placeOf({ state, rank, of, quartile, median }: Answered & { state: string }): Place {
  const words = quartile === null ? reasons[state] : quarters[quartile]
  return [rank, state === 'noGroup' ? null : of, words ?? `unexpected: ${state}`, median]
}

const SUFFIXES = ['rank', 'of', 'quartile', 'median'] as const

/** The ranks that a table of a file has, by row and column; the rows within rows have none and are left out. */
function placesIn(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  labels: readonly string[],
) {
  const at = (name: string) => header.indexOf(name)
  const number = (cell: string | number | undefined) => (cell === '' || cell === undefined ? null : Number(cell))
  return new Map(
    rows
      .filter((row) => row[1] === '')
      .map((row) => [
        row[0],
        {
          group: String(row[at('Region')] ?? ''),
          places: Object.fromEntries(
            labels.map((label): [string, Place] => {
              const [rank, of, quartile, median] = SUFFIXES.map((suffix) => row[at(`${label}: ${suffix}`)])
              return [label, [number(rank), number(of), String(quartile ?? ''), number(median)]]
            }),
          ),
        },
      ]),
  )
}

/** The ranks of a CSV file. */
export function placesInCsv(file: Buffer, labels: readonly string[]) {
  const lines = parseCsv(file)
  const [header = [], ...rows] = lines.slice(
    0,
    lines.findIndex(([first]) => first === 'Total'),
  )
  return placesIn(header, rows, labels)
}

/** The ranks of a workbook’s table, with durations in seconds again. */
export function placesInXlsx(file: Buffer, labels: readonly string[], minutes: readonly string[]) {
  const table = parseXlsx(file)[1]?.rows ?? []
  const plain = (cell: ReadCell | null | undefined) => cell?.value ?? ''
  const [header = [], ...rows] = table.map((row) => row.map(plain))
  const names = header.map(String)
  const inSeconds = minutes.map((label) => names.indexOf(`${label}: median`))
  const body = rows
    .filter(([name]) => name !== 'Total')
    .map((row) => names.map((_, index) => row[index] ?? ''))
    .map((row) => row.map((cell, index) => (inSeconds.includes(index) && cell !== '' ? Number(cell) * 60 : cell)))
  return placesIn(names, body, labels)
}
