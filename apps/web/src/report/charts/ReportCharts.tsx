import type { PrepareChart } from '@leaselight/charts'
import { LoadingInline } from '@leaselight/ui'
import { lazy, Suspense } from 'react'
import classes from '../report.module.css'
import type { ChartsProps } from './ChartGrid'

/** The grid of charts, loaded with what prepares them. */
const gridWith = (load: () => Promise<PrepareChart>) =>
  lazy(async () => {
    const [{ ChartGrid }, prepare] = await Promise.all([import('./ChartGrid'), load()])
    return { default: (props: ChartsProps) => <ChartGrid {...props} prepare={prepare} /> }
  })

// Preparing and drawing charts is loaded after the first page has appeared, and of a page of lines no more than these need.
const LineGrid = gridWith(async () => (await import('@leaselight/charts/lines')).prepareLines)
const AnyGrid = gridWith(async () => (await import('@leaselight/charts/prepare')).prepareChart)

/** Some of a report's charts. Their space is reserved until they have loaded. */
export function ReportCharts(props: ChartsProps) {
  if (props.charts.length === 0) return null
  const Grid = props.charts.every(({ kind }) => kind === 'trend') ? LineGrid : AnyGrid
  return (
    <Suspense
      fallback={
        <div className={classes.chartsPlace} data-beside={props.beside || undefined}>
          <LoadingInline label="Loading the charts" />
        </div>
      }
    >
      <Grid {...props} />
    </Suspense>
  )
}
