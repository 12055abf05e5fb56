import {
  isColumnVisible,
  monthToDate,
  type SheetAnswer,
  type SheetBlockDefinition,
  sheetBlock,
  sheetHead,
} from '@leaselight/model'
import { type Answer, AnswerBody, ArrowLink, Sheet, SheetHalf, SheetNumbers } from '@leaselight/ui/views'
import type { ReactNode } from 'react'
import type { ReportViewProps } from '../views'

/** Leasing and occupancy of one property side by side on one sheet, with the first contacts below. */
export default function BoxscoreView(view: ReportViewProps) {
  const { report, answer } = view
  return (
    <>
      {answer}
      <SheetOf
        {...view}
        blocks={(report.sheet?.blocks ?? []).map((block) => <Half key={block.title} view={view} block={block} />)}
      />
    </>
  )
}

function SheetOf({ report, properties, useReport, table, blocks }: ReportViewProps & { blocks: ReactNode[] }) {
  const counted = report.sheet?.blocks.find(({ strip }) => strip)
  const units = useReport({ report: counted?.report ?? report.key })
  const whole = units.is === 'here' ? (units.data.result.total[counted?.strip?.whole ?? ''] ?? null) : null
  return <Sheet head={sheetHead(properties, whole)} blocks={blocks} below={table} />
}

/** A row's height on the screen, and that of the strip, by which nothing moves when the numbers come. */
const ROW = 30
const STRIP = 132

function Half({ view, block }: { view: ReportViewProps; block: SheetBlockDefinition }) {
  const { report, result, state, useReport, reportLink, onDrillDown } = view
  const key = block.report ?? report.key
  const now = useReport({ report: key })
  const toDate = useReport({ report: key, ...(result.period && { filters: monthToDate(result.period) }) })
  const both = together(now, toDate)
  const way = key === report.key ? null : reportLink({ report: key })
  const columns = block.groups.flatMap((group) => group.columns)
  const shown = columns.filter((name) => {
    const column = report.columns[name]
    return !column || isColumnVisible(column, state.filters)
  })
  const height = (shown.length + block.groups.length + 1) * ROW + (block.strip ? STRIP : 0)
  return (
    <SheetHalf
      title={block.title}
      height={height}
      stale={view.stale || (both.is === 'here' && both.stale)}
      actions={way && <ArrowLink {...way}>By floorplan</ArrowLink>}
    >
      <AnswerBody answer={both} loading={`Loading ${block.title.toLowerCase()}`}>
        {(seen) => (
          <SheetNumbers block={sheetBlock(block, seen)} onOpen={(column) => onDrillDown(null, column, '', seen)} />
        )}
      </AnswerBody>
    </SheetHalf>
  )
}

/** A report's result with the same from the first of the month on, once both are here. */
function together(
  now: ReturnType<ReportViewProps['useReport']>,
  toDate: ReturnType<ReportViewProps['useReport']>,
): Answer<SheetAnswer> {
  if (now.is !== 'here') return now
  if (toDate.is !== 'here') return toDate
  return {
    is: 'here',
    data: { ...now.data, toDate: now.data.result.period ? toDate.data.result : null },
    stale: now.stale || toDate.stale,
  }
}
