import type { ChartModel } from '@leaselight/charts'
import { prepareChart } from '@leaselight/charts/prepare'
import { chartState, defaultOrder, isRecordList, pluralize, reportAnswer, visibleTiles } from '@leaselight/model'
import type { FileRow, ReportDocument } from '../document'
import { rankedRows } from '../rankedRows'
import { drawChanges } from './changes'
import { drawChart, isFlexible, leastHeight, MAX_NOTES_BENEATH, NOTE_LINE, notesHeight } from './chart'
import { drawAnswer, drawFinding } from './findings'
import type { Page } from './page'
import { drawTable, type PrintTable, tableHeight } from './table'
import type { TableLayout } from './tableLayout'
import { drawTiles, drawTilesBeside } from './tiles'
import { drawWeeks } from './weeks'

/** How many rows at least stand for the table where all of them don't fit on the first page, and how many at most. */
const FIRST_ROWS = 12
const MOST_FIRST_ROWS = 50
/** How many rows of a list at least begin on the first page. */
const LEAST_LISTED = 3
const SMALL = 7
/** The part of the page's width for the numbers beside a chart. */
const NUMBERS_PART = 0.28
const BETWEEN = 20
const GAP = 14
/** The heights between which numbers and chart can be read beside each other. */
const LOWEST = 100
const HIGHEST = 190

/**
 * A report's first page, complete in itself: the answer, the numbers, one chart, and the table; of a long table its
 * first rows with the total. Then the other charts and, where it is still to come, the table. Returns whether notes on the
 * timeline are listed beneath a chart.
 * @param end the height of what is below the table, which is not alone on a sheet
 */
export async function drawParts(
  page: Page,
  document: ReportDocument,
  paper: PrintTable,
  layout: TableLayout,
  end: number,
): Promise<{ listsNotes: boolean }> {
  const { report, result, state } = document
  if (report.answer && !document.findings) drawAnswer(page, report, reportAnswer(report, state, result))
  if (document.finding) drawFinding(page, document.finding)
  const { weeks, ahead = [] } = document
  // A page of its own shows the course of its numbers beside them.
  const charts = weeks ? [] : chartsOf(document)
  if (weeks) drawWeeks(page, document, weeks, ahead)
  // A table that its page holds with closer rows needs no second one.
  const close = { ...paper, caption: '' }
  const [leading, ...others] = charts
  const least = GAP + LOWEST + Math.min(notesBeside(page, leading), NOTE_LINE)
  const fits = (table: PrintTable, below = 0) => tableHeight(page, table, layout) + below + least <= page.room
  // A lower chart and closer rows are better than a second sheet with nothing but definitions.
  const alone = [paper, close].find((one) => fits(one, end))
  const table = alone ?? (!fits(paper) && fits(close) ? close : paper)
  const whole = tableHeight(page, table, layout)
  const first = summaryOf(document, paper, FIRST_ROWS)
  const short = shortLayout(layout)
  const heightOf = (table: PrintTable) => (short ? tableHeight(page, table, short) : whole)
  // A list begins on the first page and goes on, with fewer rows where these are high.
  const beginnings = first ? [first] : listBeginnings(paper)
  const beginning = beginnings.find((one) => heightOf(one) + least <= page.room) ?? beginnings[0]
  const begun = beginning ? heightOf(beginning) : whole
  const needed = Math.min(whole, begun)
  const { isAbove, withoutList } = weeks
    ? { isAbove: false, withoutList: false }
    : drawNumbers(page, document, leading, alone ? whole + end : needed)
  const below = isAbove ? others : charts
  const changes = document.changes ?? []
  // Where charts follow, the end follows them.
  const isWhole = whole + (below.length + changes.length > 0 ? 0 : end) <= page.room
  const hasBegun = !isWhole && begun <= page.room
  const isShort = hasBegun && first !== null && short !== null
  const isList = hasBegun && first === null
  if (isWhole) await drawTable(page, table, layout)
  else if (isShort) await drawTable(page, fullest(page, document, paper, short) ?? first, short)
  else if (isList) await drawTable(page, paper, layout, below.length > 0 ? 0 : end)
  for (const model of below) drawChart(page, model)
  drawChanges(page, changes)
  const listing = withoutList ? others : charts
  const listsNotes = listing.some(({ notes }) => notes !== undefined && notes.length <= MAX_NOTES_BENEATH)
  if (isWhole || isList) return { listsNotes }
  // Right below its own first rows it would read like one table.
  if (page.sheets === 1 && isShort) page.add()
  await drawTable(page, paper, layout, end)
  return { listsNotes }
}

/**
 * The numbers with the first chart: beside them where it can be so small, else below them where the table leaves room.
 * Returns whether the chart was drawn, and whether its notes had no room; what has no room above the table comes after it.
 */
function drawNumbers(page: Page, document: ReportDocument, leading: ChartModel | undefined, needed: number) {
  // A point for what rounding takes.
  const room = page.room - needed - GAP - 1
  const numbers = page.width * NUMBERS_PART
  const list = notesBeside(page, leading)
  const withoutList = room < LOWEST + list
  const beneath = withoutList ? Math.min(list, NOTE_LINE) : list
  const hasNumbers = visibleTiles(document.report, document.state).length > 1
  if (leading && isFlexible(leading) && room >= LOWEST + beneath && hasNumbers) {
    const height = Math.min(room, HIGHEST + beneath)
    const top = page.y
    drawTilesBeside(page, document, numbers, height)
    const left = page.left + numbers + BETWEEN
    drawChart(page, leading, { left, width: page.width - numbers - BETWEEN, most: height, withoutList })
    page.y = top + height + GAP
    return { isAbove: true, withoutList }
  }
  drawTiles(page, document)
  const most = page.room - needed - GAP - 1
  if (!leading || leastHeight(page, leading) > most) return { isAbove: false, withoutList: false }
  drawChart(page, leading, { left: page.left, width: page.width, most })
  return { isAbove: true, withoutList: false }
}

/** The height of a chart's notes where it is beside the numbers. */
const notesBeside = (page: Page, model: ChartModel | undefined): number =>
  model ? notesHeight(page.writer, model, page.width * (1 - NUMBERS_PART) - BETWEEN) : 0

/** A report's charts, prepared. */
export function chartsOf({ report, result, state, variantResults }: ReportDocument): ChartModel[] {
  return report.charts.flatMap((spec) => {
    const seen = spec.variant ? variantResults?.get(spec) : result
    return (seen && prepareChart(spec, report, seen, chartState(spec, state))) ?? []
  })
}

/** A list's first rows, the most and then fewer. */
const listBeginnings = (paper: PrintTable): PrintTable[] =>
  Array.from({ length: FIRST_ROWS - LEAST_LISTED + 1 }, (_, index) => ({
    ...paper,
    rows: paper.rows.slice(0, FIRST_ROWS - index),
  }))

/** The table's first rows, as many as the page has room for; null where these are no more than the fewest. */
function fullest(page: Page, document: ReportDocument, paper: PrintTable, layout: TableLayout): PrintTable | null {
  let [table, fitting, tooMany]: [PrintTable | null, number, number] = [null, FIRST_ROWS, MOST_FIRST_ROWS + 1]
  while (tooMany - fitting > 1) {
    const count = Math.floor((fitting + tooMany) / 2)
    const longer = summaryOf(document, paper, count)
    if (longer && tableHeight(page, longer, layout) <= page.room) [table, fitting] = [longer, count]
    else tooMany = count
  }
  return table
}

/** The table's first outermost rows in the screen's order, which stand for all; null for a list of records. */
function summaryOf(document: ReportDocument, { table, total }: PrintTable, count: number): PrintTable | null {
  const { report, state, result } = document
  if (isRecordList(report)) return null
  const outer = rankedRows(document)
  const order = defaultOrder(report, state)
  const shown = table.toRows(outer.slice(0, count))
  const column = table.columns.find(({ key }) => key === order?.column)
  const sortedBy = column ? `, by ${column.label.toLowerCase()}` : ''
  return {
    table,
    rows: shown.map(withoutChanges),
    total: withoutChanges(total),
    caption:
      shown.length < outer.length
        ? `The first ${shown.length} of ${pluralize(outer.length, 'row')}${sortedBy}. All of them follow${result.rows.length > outer.length ? ', with what is inside them' : ''}.`
        : `All ${pluralize(outer.length, 'row')}${sortedBy}. The whole table follows${result.priorTotal ? ', with what changed' : ''}.`,
  }
}

/** What each number's change is worth is told in the whole table. */
const withoutChanges = (row: FileRow): FileRow => ({ ...row, judgements: [], standings: [] })

/** The table's first columns, as many as fit, without room for changes. */
function shortLayout({ orientation, size, groups }: TableLayout): TableLayout | null {
  const [group] = groups
  if (!group) return null
  const { widths, besides, nameWidth } = group
  const freed = besides.reduce((sum, beside) => sum + beside, 0)
  const own = {
    ...group,
    nameWidth: nameWidth + freed,
    widths: widths.map((width, index) => width - (besides[index] ?? 0)),
    besides: [],
  }
  return { orientation, size: Math.min(size, SMALL), groups: [own] }
}
