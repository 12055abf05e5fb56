import { type Cell, rowName, type TableModel, type TableRow } from '@leaselight/model'
import { describe, expect, it } from 'vitest'
import { arrange, type Children, nextSort, rowsOf } from './arrange'
import { columnSets } from './columnSets'
import { optionalColumns } from './columns'
import { toTsv } from './tsv'
import { inGroups } from './useShownColumns'
import { columnWidths, headerText, leastOfLong } from './widths'

const column = (key: string, label: string, align: 'left' | 'right') => ({
  key,
  label,
  definition: `What ${label} means.`,
  align,
  format: align === 'left' ? ('text' as const) : ('integer' as const),
  optional: false,
  drillable: align === 'right',
})

const row = (key: string, values: Cell[], depth = 0): TableRow => ({
  row: { key, depth, parent: null },
  depth,
  values,
  texts: values.map((value) => (value === null ? '—' : String(value))),
})

const harbor = row('property:1', ['Harbor View', '', 12, 3])
const oak = row('property:2', ['oak court', '', 7, null])
const cafe = row('property:3', ['Café Lofts', '', 12, 0])
const ana = row('property:1/agent:1', ['Harbor View', 'Ana Ruiz', 4, 1], 1)
const ben = row('property:1/agent:2', ['Harbor View', 'Ben Cole', 8, 2], 1)

const table: TableModel = {
  columns: [
    column('property', 'Property', 'left'),
    column('agent', 'Agent', 'left'),
    column('leads', 'Leads', 'right'),
    column('visits', 'Visits', 'right'),
  ],
  rows: [harbor, oak, cafe],
  total: { values: ['Total', null, 31, 3], texts: ['Total', '', '31', '3'] },
}

const ids = (options: Partial<Parameters<typeof arrange>[2]> = {}) =>
  arrange(table, 2, { sort: null, search: '', expanded: new Set(), childrenOf: () => undefined, ...options }).map(
    ({ id }) => id,
  )

describe('the order of a table', () => {
  it('is the model’s until the reader chooses another', () => {
    expect(ids()).toEqual(['property:1', 'property:2', 'property:3'])
  })

  it('follows a number, keeps equal rows in place and puts what is missing last in both directions', () => {
    expect(ids({ sort: { column: 'leads', descending: true } })).toEqual(['property:1', 'property:3', 'property:2'])
    expect(ids({ sort: { column: 'visits', descending: true } })).toEqual(['property:1', 'property:3', 'property:2'])
    expect(ids({ sort: { column: 'visits', descending: false } })).toEqual(['property:3', 'property:1', 'property:2'])
  })

  it('puts a share without cases last, whatever its definition gives', () => {
    const share = (key: string, value: number, text: string) => ({
      ...row(key, [key, '', 0, value]),
      texts: [key, '', '0', text],
    })
    const rows = [share('a', 0.4, '40%'), share('b', 1, '—'), share('c', 0.6, '60%')]
    const by = (descending: boolean) =>
      arrange({ ...table, rows }, 2, {
        ...{ sort: { column: 'visits', descending }, search: '', expanded: new Set(), childrenOf: () => undefined },
      }).map(({ id }) => id)
    expect([by(true), by(false)]).toEqual([
      ['c', 'a', 'b'],
      ['a', 'c', 'b'],
    ])
  })

  it('decides between equal rows by the numbers that the table names, not by their names', () => {
    const tied = { ...table, ties: ['visits'], rows: [cafe, oak, harbor] }
    const by = (descending: boolean) =>
      arrange(tied, 2, {
        ...{ sort: { column: 'leads', descending }, search: '', expanded: new Set(), childrenOf: () => undefined },
      }).map(({ id }) => id)
    expect(by(true)).toEqual(['property:1', 'property:3', 'property:2'])
    expect(by(false)).toEqual(['property:2', 'property:1', 'property:3'])
  })

  it('folds what was silent into one line at the end, unless it is searched for or all there is', () => {
    const silent = ['a', 'b', 'c'].map((key) => ({ ...row(key, [key, '', 0, null]), isSilent: true }))
    const lines = (rows: TableRow[], options: Partial<Parameters<typeof arrange>[2]>) =>
      arrange({ ...table, rows }, 2, {
        ...{ sort: null, search: '', expanded: new Set(), childrenOf: () => undefined },
        ...options,
      })
    const at = (rows: TableRow[], options: Partial<Parameters<typeof arrange>[2]>) =>
      lines(rows, options).map(({ id }) => id)
    const all = [...silent.slice(0, 2), harbor, ...silent.slice(2)]
    const folded = lines(all, { unfolded: new Set() })
    expect(folded.map(({ id }) => id)).toEqual(['property:1', 'silent'])
    expect(rowsOf(folded)).toEqual([harbor, ...silent])
    expect(at(all, { unfolded: new Set(['silent']) })).toEqual(['property:1', 'silent', 'a', 'b', 'c'])
    expect(rowsOf(lines(all, { unfolded: new Set(['silent']) }))).toEqual([harbor, ...silent])
    expect(at(all, { unfolded: null })).toEqual(['a', 'b', 'property:1', 'c'])
    expect(at(all, { unfolded: new Set(), search: 'b' })).toEqual(['b', 'property:1'])
    expect(at(silent, { unfolded: new Set() })).toEqual(['a', 'b', 'c'])
    expect(at([harbor, ...silent.slice(1)], { unfolded: new Set() })).toEqual(['property:1', 'b', 'c'])
  })

  it('folds rows of few cases into one line where enough others stay above it', () => {
    const thin = ['a', 'b', 'c'].map((key) => ({ ...row(key, [key, '', 2, 1]), isThin: true }))
    const silent = ['d', 'e', 'f'].map((key) => ({ ...row(key, [key, '', 0, null]), isSilent: true }))
    const at = (rows: TableRow[], options: Partial<Parameters<typeof arrange>[2]> = {}) =>
      arrange({ ...table, rows }, 2, {
        ...{ sort: null, search: '', expanded: new Set(), childrenOf: () => undefined, unfolded: new Set() },
        ...options,
      }).map(({ id }) => id)
    const full = ['property:1', 'property:2', 'property:3']
    expect(at([...thin, harbor, oak, cafe])).toEqual([...full, 'thin'])
    expect(at([...silent, ...thin, harbor, oak, cafe])).toEqual([...full, 'thin', 'silent'])
    expect(at([...thin, harbor, oak, cafe], { unfolded: new Set(['thin']) })).toEqual([...full, 'thin', 'a', 'b', 'c'])
    // Never so many that too little is left, so few that the line takes as much room, or what a search found.
    expect(at([...thin, harbor, oak])).toEqual(['a', 'b', 'c', 'property:1', 'property:2'])
    expect(at([...thin.slice(1), harbor, oak, cafe])).toEqual(['b', 'c', ...full])
    expect(at([...thin, harbor, oak, cafe], { search: 'c' })).toContain('c')
    expect(at(thin)).toEqual(['a', 'b', 'c'])
  })

  it('puts Unknown last, however much it has', () => {
    const unknown = { ...row('property:4', ['Unknown', '', 90, 0]), isMissing: true }
    const sorted = (descending: boolean) =>
      arrange({ ...table, rows: [unknown, ...table.rows] }, 2, {
        ...{ search: '', expanded: new Set<string>(), childrenOf: () => undefined },
        sort: { column: 'leads', descending },
      }).map(({ id }) => id)
    expect(sorted(true)).toEqual(['property:1', 'property:3', 'property:2', 'property:4'])
    expect(sorted(false).at(-1)).toBe('property:4')
  })

  it('follows names without regard to case and accents', () => {
    expect(ids({ sort: { column: 'property', descending: false } })).toEqual(['property:3', 'property:1', 'property:2'])
  })

  it('passes over a sort by a column that is no longer there', () => {
    expect(ids({ sort: { column: 'gone', descending: true } })).toEqual(['property:1', 'property:2', 'property:3'])
  })

  it('sorts the rows inside an opened row too and keeps them under it', () => {
    const childrenOf = (parent: TableRow): Children | undefined =>
      parent === harbor ? { rows: [ana, ben] } : undefined
    const expanded = new Set(['property:1'])
    expect(ids({ sort: { column: 'leads', descending: true }, expanded, childrenOf })).toEqual([
      'property:1',
      'property:1/agent:2',
      'property:1/agent:1',
      'property:3',
      'property:2',
    ])
  })

  it('leaves levels with an order of their own as they are', () => {
    const childrenOf = (parent: TableRow): Children | undefined =>
      parent === harbor ? { rows: [ana, ben] } : undefined
    const sort = { column: 'leads', descending: true, levels: [true, false] }
    expect(ids({ sort, expanded: new Set(['property:1']), childrenOf })).toEqual([
      'property:1',
      'property:1/agent:1',
      'property:1/agent:2',
      'property:3',
      'property:2',
    ])
  })

  it('says in the place of the rows that they are coming, or why they are not', () => {
    const expanded = new Set(['property:1', 'property:2'])
    const childrenOf = (parent: TableRow): Children =>
      parent === harbor ? { loading: true } : { error: 'The agents could not be loaded.' }
    const lines = arrange(table, 2, { sort: null, search: '', expanded, childrenOf })
    expect(lines.map(({ kind }) => kind)).toEqual(['row', 'loading', 'row', 'error', 'row'])
    expect(lines[3]).toMatchObject({ message: 'The agents could not be loaded.', level: 1 })
  })

  it('reads each of ten thousand rows once for a key of a search', () => {
    let read = 0
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      ...{ row: { key: `property:${index}`, depth: 0, parent: null }, depth: 0, values: [`P ${index}`] },
      get texts() {
        read += 1
        return [`P ${index}`]
      },
    }))
    const found = arrange({ ...table, rows }, 1, {
      ...{ sort: null, search: '9999', expanded: new Set<string>(), childrenOf: () => undefined, unfolded: new Set() },
    })
    expect(found).toHaveLength(1)
    expect(read).toBe(10_000)
  })

  it('finds names by a part, without regard to case and accents', () => {
    expect(ids({ search: ' CAFE ' })).toEqual(['property:3'])
    expect(ids({ search: 'nowhere' })).toEqual([])
  })
})

describe('a click on a header', () => {
  it('sorts numbers from the largest, names from A, then turns round, then gives the order back', () => {
    expect(nextSort(null, 'leads', true)).toEqual({ column: 'leads', descending: true })
    expect(nextSort({ column: 'leads', descending: true }, 'leads', true)).toEqual({
      column: 'leads',
      descending: false,
    })
    expect(nextSort({ column: 'leads', descending: false }, 'leads', true)).toBeNull()
    expect(nextSort({ column: 'leads', descending: false }, 'property', false)).toEqual({
      column: 'property',
      descending: false,
    })
  })
})

it('calls a row by its innermost name', () => {
  expect(rowName(ana, 2)).toBe('Ana Ruiz')
  expect(rowName(harbor, 2)).toBe('Harbor View')
})

describe('copying', () => {
  it('copies the visible columns with header and total', () => {
    expect(toTsv(table, [harbor, oak], new Set(['agent', 'visits']))).toBe(
      'Property\tLeads\r\nHarbor View\t12\r\noak court\t7\r\nTotal\t31',
    )
  })

  it('keeps cells apart and names from becoming formulas, but leaves negative numbers alone', () => {
    const odd = row('property:4', ['=1+1', '@sum\there', -5, null])
    expect(toTsv({ ...table, rows: [odd] }, [odd], new Set())).toContain("'=1+1\t'@sum here\t-5\t—")
  })
})

it('makes columns wide enough for their longest text and no wider than their limit', () => {
  const long = row('property:5', ['A'.repeat(90), '', 12_345_678_901_234, 1])
  const [name = 0, , leads = 0, visits = 0] = columnWidths({ ...table, rows: [long] }, 1)
  expect(name).toBe(320)
  expect(leads).toBeGreaterThan(visits)
})

it('lets only a column of long texts give way to the others', () => {
  expect([200, 232].map((width) => leastOfLong(width, { align: 'left' }))).toEqual([undefined, 160])
  expect(leastOfLong(232, { align: 'right' })).toBeUndefined()
})

it('makes columns wider on a phone, whose texts are larger', () => {
  const [wide, phone] = [columnWidths(table, 1), columnWidths(table, 1, true)]
  for (const [index, width] of wide.entries()) expect(phone[index]).toBeCloseTo(width * 1.17, -1)
})

describe('sets of columns', () => {
  const numbers = [
    { ...column('status', 'Status', 'left'), optional: true },
    { ...column('leads', 'Leads', 'right'), amount: 'count' as const },
    { ...column('toured', 'Toured %', 'right'), amount: 'rate' as const },
    { ...column('leased', 'Leased %', 'right'), amount: 'rate' as const, optional: true },
  ]

  it('are the report’s own, the counts and the rates; texts are in both', () => {
    expect(columnSets(numbers)).toEqual([
      { label: 'Standard', hides: ['status', 'leased'] },
      { label: 'All counts', hides: ['toured', 'leased'] },
      { label: 'All rates', hides: ['leads'] },
    ])
  })

  it('begin without columns that are 0 everywhere', () => {
    const [status, leads, toured] = numbers
    if (!status || !leads || !toured) throw new Error('There are four columns.')
    const columns = [leads, { ...toured, isEmpty: true }]
    expect(columnSets(columns)[0]).toEqual({ label: 'Standard', hides: ['toured'] })
    expect(optionalColumns({ columns })).toEqual(['toured'])
  })

  it('are none where a table has numbers of one kind and hides nothing', () => {
    expect(columnSets([{ ...column('leads', 'Leads', 'right'), amount: 'count' }])).toEqual([])
  })
})

it('marks the column that begins a group, but not the one beside the names', () => {
  const shown = [
    { column: { ...column('rented', 'Vacant, rented', 'right'), group: 'Vacant' }, index: 1 },
    { column: { ...column('vacant', 'Vacant', 'right'), group: 'Vacant' }, index: 2 },
    { column: column('leased', 'Leased', 'right'), index: 3 },
  ]
  const marked = inGroups(shown)
  expect(marked.shown.map(({ starts }) => starts)).toEqual([undefined, undefined, true])
  expect(marked.runs).toEqual([
    { group: 'Vacant', length: 2 },
    { group: undefined, length: 1 },
  ])
  expect(inGroups(shown.slice(0, 2))).toEqual({ runs: [], shown: shown.slice(0, 2) })
})

it('breaks no header before the sign of a percentage, nor within a range', () => {
  const words = (label: string) => headerText(label).split(' ')
  expect([words('Occupied %'), words('Rent change %'), words('Exposure (30 days)'), words('Age 18–24')]).toEqual([
    ['Occupied\u00a0%'],
    ['Rent', 'change\u00a0%'],
    ['Exposure', '(30', 'days)'],
    ['Age', '18–\u206024'],
  ])
})
