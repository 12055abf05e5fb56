import { shownValue, type TableJudgements, type TableModel, type TableRow } from '@leaselight/model'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useIsPhone } from '../parts/useIsPhone'
import { useIsPrinting } from '../parts/useIsPrinting'
import { useStableCallback } from '../parts/useStableCallback'
import type { CellAction, NameLink, OnRow, RowAction } from './actions'
import { arrange, type Children, type Fold, nextSort, rowsOf, type Sort, topRows } from './arrange'
import { comparedKey } from './compared'
import { lineAfter, type RemoteRows, useRemoteArrangement } from './remote'
import { isVirtual, TableBody } from './TableBody'
import { TableHead } from './TableHead'
import { TableSkeleton } from './TableSkeleton'
import { TableTools } from './TableTools'
import { TableTotal } from './TableTotal'
import classes from './table.module.css'
import { toTsv } from './tsv'
import { useActingRow } from './useActingRow'
import { useEdges } from './useEdges'
import { useFound } from './useFound'
import { FIRST_LINE, useGridKeys } from './useGridKeys'
import { pinnedHeight, rowHeight, usePageScroll } from './usePageScroll'
import { usePrintZoom } from './usePrintZoom'
import { useRowJudgements } from './useRowJudgements'
import { useShownColumns } from './useShownColumns'
import { useSort } from './useSort'
import { useWidths } from './useWidths'

const NONE: ReadonlySet<string> = new Set()
const UNARRANGED = { sort: null, search: '' } as const

export interface DataTableProps {
  table: TableModel
  /** What each change from the prior period is worth; enables "Compare", which shows it for the sorted number. */
  judgements?: TableJudgements | null | undefined
  /** What the table shows, for screen readers. */
  caption: string
  /**
   * How many leading columns name the row; they are merged into one, with inner levels indented. 0 in a list of
   * records.
   */
  nameColumns?: number
  /**
   * New numbers are loading: the old ones stay, dimmed; without any, placeholder lines of the same height are shown.
   */
  loading?: boolean
  hiddenColumns?: readonly string[]
  onHiddenColumnsChange?: (keys: string[]) => void
  canExpand?: boolean | ((row: TableRow) => boolean)
  /** Keys of the expanded rows. */
  expanded?: ReadonlySet<string>
  onToggle?: (row: TableRow) => void
  /** The rows inside an expanded row, or their loading state. */
  childrenOf?: (row: TableRow) => Children | undefined
  /** The total of the rows that a search found; without it, the total stays that of all. */
  totalOf?: ((rows: readonly TableRow[]) => TableModel['total']) | undefined
  /** Receives the keys of the outermost rows that a search found; null without a search. */
  onFound?: ((keys: ReadonlySet<string> | null) => void) | undefined
  /** Opens the list behind a number; `row` is null for the total. */
  onOpen?: (row: TableRow | null, columnKey: string) => void
  /** What can be done with a row, shown while the pointer or the focus is on it. */
  rowActions?: ((row: TableRow) => readonly RowAction[]) | undefined
  /** Where a row's name leads; null where it is only a name. */
  nameLinkOf?: ((row: TableRow) => NameLink | null) | undefined
  /** Space on a row looks at what is behind it, Enter on its name opens it. */
  onRow?: OnRow
  /** A row is being looked at: the next one follows the focus. */
  previewing?: boolean
  /** Columns whose cells are action buttons instead of text, by key. */
  cellActions?: Readonly<Record<string, CellAction>> | undefined
  /** The metric that is shown with a bar. */
  mainColumn?: string | undefined
  /** Why there are no rows and what to do. */
  emptyText?: string
  initialSort?: Sort | null
  /** Controls of what the rows stand for, beside the search. */
  grouping?: ReactNode
  /** Where the table has only the first of its rows: how to get at the others. */
  remote?: RemoteRows | undefined
  /** Fills the element around it and scrolls by itself, instead of with the page. */
  inBox?: boolean | undefined
}

/**
 * A report's table: sortable, searchable, expandable, and navigable by keyboard, with the total pinned below the header.
 * It keeps the model's order until the user sorts. From 200 rows on, only visible rows are in the document.
 */
export function DataTable(props: DataTableProps) {
  const {
    table,
    judgements,
    nameColumns: naming = 1,
    loading = false,
    hiddenColumns = [],
    expanded = NONE,
    emptyText,
    inBox = false,
    remote,
  } = props
  // A list's rows have no name, so their first column is used instead.
  const nameColumns = Math.max(1, naming)
  const [sort, setSort] = useSort(props.initialSort ?? null)
  const [search, setSearch] = useState('')
  const [comparing, setComparing] = useState(false)
  const [unfolded, setUnfolded] = useState<ReadonlySet<Fold>>(new Set())
  const phone = useIsPhone()
  // State, not a ref: the visible rows can only be computed once the box exists.
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const printing = useIsPrinting()
  usePrintZoom(box, printing)
  const childrenOf = useCallback((row: TableRow) => props.childrenOf?.(row), [props.childrenOf])
  useRemoteArrangement(remote, sort, search)
  // Rows that come from a server come arranged.
  const { sort: sortedBy, search: searched } = remote ? UNARRANGED : { sort, search }
  const arranged = useMemo(
    // On paper there is nothing to press.
    () =>
      arrange(table, naming, {
        ...{ sort: sortedBy, search: searched, expanded, childrenOf },
        unfolded: printing ? null : unfolded,
      }),
    [table, naming, sortedBy, searched, expanded, childrenOf, printing, unfolded],
  )
  const lines = remote ? [...arranged, ...lineAfter(remote, table.rows.length, printing)] : arranged
  const hidden = useMemo(() => new Set(hiddenColumns), [hiddenColumns])
  const compared = comparing ? comparedKey(table, sort, props.mainColumn) : null
  const { shown, runs } = useShownColumns(table, {
    nameColumns,
    hidden,
    compared,
    sorted: sort?.column,
    printing,
    cellActions: props.cellActions,
  })
  const grouped = runs.length > 0
  const isSearching = search.trim() !== ''
  const { totalOf } = props
  const total = useMemo(
    () => (isSearching && totalOf ? totalOf(topRows(lines)) : table.total),
    [isSearching, totalOf, lines, table.total],
  )
  useFound(isSearching && !remote, lines, props.onFound)
  const rowJudgements = useRowJudgements(comparing ? judgements : null, lines, childrenOf)
  const { cellActions } = props
  const { widths, leasts, nameWidth, wanted, full } = useWidths(table, {
    nameColumns,
    isRecords: naming === 0,
    shown,
    cellActions,
    hasRowActions: props.rowActions !== undefined,
  })
  const mainIndex = table.columns.findIndex((column) => column.key === props.mainColumn)
  const barOf = useMemo(
    () => table.rows.reduce((most, row) => Math.max(most, Number(shownValue(row, mainIndex) ?? 0)), 0),
    [table.rows, mainIndex],
  )

  const revealer = useRef<((line: number) => void) | null>(null)
  const { at, onKeyDown, onFocus } = useGridKeys({
    box,
    rows: lines.length + 2,
    columns: shown.length + 1,
    reveal: (row) => {
      if (row >= FIRST_LINE) revealer.current?.(row - FIRST_LINE)
    },
  })

  const { acting, onRowKey, onRowFocus, onRowBlur, onPoint } = useActingRow({
    lines,
    at,
    onRow: props.onRow,
    previewing: props.previewing,
  })

  const onToggle = useStableCallback((row: TableRow) => props.onToggle?.(row))
  const onFold = useStableCallback((fold: Fold) => {
    const others = [...unfolded].filter((one) => one !== fold)
    setUnfolded(new Set(unfolded.has(fold) ? others : [...others, fold]))
  })
  const openStable = useStableCallback((row: TableRow | null, key: string) => props.onOpen?.(row, key))
  const onOpen = props.onOpen && openStable
  const expandable = (row: TableRow): boolean =>
    typeof props.canExpand === 'function' ? props.canExpand(row) : (props.canExpand ?? false)
  const onSort = (key: string): void => {
    const column = table.columns.find((one) => one.key === key)
    setSort(nextSort(sort, key, column !== undefined && column.format !== 'text'))
  }
  const copy = async (): Promise<string> =>
    toTsv({ ...table, total }, remote ? await remote.whole() : rowsOf(lines), hidden)

  const names = table.columns.slice(0, nameColumns)
  const row = rowHeight(phone)
  const pinned = pinnedHeight(grouped, row)
  const { room, wide } = usePageScroll(box, { width: full, pinned, row, printing: printing || inBox })
  useEdges(box, nameWidth)
  if (loading && table.rows.length === 0) return <TableSkeleton label={props.caption} />
  const busy = loading || (remote?.replacing ?? false)
  const tab = (row: number, column: number): number => (at.row === row && at.column === column ? 0 : -1)
  // The cell with the tab stop may have been scrolled out of the document; the header is always in it.
  const headerTab = isVirtual(lines) && !printing ? 0 : tab(0, 0)

  return (
    <section
      className={classes.frame}
      aria-label={props.caption}
      data-printing={printing || undefined}
      data-in-box={inBox || undefined}
      data-grouped={grouped || undefined}
    >
      <TableTools
        columns={table.columns.slice(nameColumns)}
        rowName={naming === 0 ? null : (names[0]?.label ?? 'name')}
        onSearch={setSearch}
        found={
          !isSearching
            ? null
            : remote
              ? { shown: remote.length, all: remote.all }
              : { shown: topRows(lines).length, all: table.rows.length }
        }
        hidden={hidden}
        onHidden={props.onHiddenColumnsChange}
        comparing={comparing}
        onComparing={judgements ? setComparing : undefined}
        copy={copy}
        grouping={props.grouping}
      />
      <div className={classes.edges}>
        <div className={classes.box} ref={setBox} data-wide={wide || undefined} data-stale={busy || undefined}>
          <table
            // The role tells screen readers about arrow keys; rows and cells keep their table elements.
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an interactive table is what a grid is
            role="grid"
            aria-rowcount={(remote?.length ?? lines.length) + 2}
            aria-colcount={shown.length + 1}
            aria-busy={busy}
            className={classes.table}
            style={printing ? undefined : { minWidth: full }}
            onKeyDown={(event) => {
              onRowKey(event)
              onKeyDown(event)
            }}
            onFocus={(event) => {
              onRowFocus(event)
              onFocus(event)
            }}
            onBlur={onRowBlur}
            onPointerLeave={() => onPoint(null)}
          >
            <caption className="ll-spoken">{props.caption}</caption>
            <colgroup>
              <col style={{ width: nameWidth }} />
              {shown.map(({ column, index }) => (
                // Long texts take what the others leave, where not all have what they want.
                <col
                  key={column.key}
                  style={{ width: wanted > room && leasts[index] !== undefined ? undefined : widths[index] }}
                />
              ))}
            </colgroup>
            <TableHead
              names={names}
              shown={shown}
              runs={runs}
              sort={sort}
              onSort={onSort}
              tab={(position) => (position === 0 ? headerTab : tab(0, position))}
            />
            <TableTotal
              {...total}
              label={isSearching && totalOf ? `Total of ${topRows(lines).length}` : table.total.texts[0] || 'Total'}
              shown={shown}
              tab={tab}
              judgements={comparing && !isSearching ? judgements?.total : undefined}
              // The list behind the total is of all rows.
              onOpen={isSearching ? undefined : onOpen && ((key) => onOpen(null, key))}
            />
            <TableBody
              box={box}
              pinned={pinned}
              row={row}
              whole={printing}
              inBox={inBox}
              revealer={revealer}
              lines={lines}
              shown={shown}
              nameColumns={nameColumns}
              at={at}
              expandable={expandable}
              indented={table.rows.slice(0, 1).some(expandable)}
              expanded={expanded}
              judgementsOf={rowJudgements}
              peersBy={table.peersBy}
              cellActions={cellActions}
              mainColumn={props.mainColumn}
              barMax={barOf}
              onToggle={onToggle}
              onFold={onFold}
              thinBy={table.thinBy}
              rowNoun={names[0]?.label ?? 'row'}
              onOpen={onOpen}
              acting={acting}
              // A thumb has no hover, and a narrow name no room beside it.
              rowActions={phone ? undefined : props.rowActions}
              nameAction={cellActions?.[table.columns[0]?.key ?? '']}
              nameLinkOf={props.nameLinkOf}
              onPoint={onPoint}
              emptyText={
                search ? `No matches for “${search}” in this table.` : (emptyText ?? 'There is nothing in this period.')
              }
            />
          </table>
        </div>
      </div>
    </section>
  )
}
