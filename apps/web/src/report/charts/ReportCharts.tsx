import { LoadingInline } from '@leaselight/ui'
import { lazy, Suspense } from 'react'
import classes from '../report.module.css'
import type { ChartsProps } from './ChartGrid'

// Preparing and drawing charts is loaded after the first page has appeared, and of a page of lines no more than these need.
const LineGrid = lazy(() => import('./LineGrid'))
const PictureGrid = lazy(() => import('./PictureGrid'))

/** Some of a report's charts. Their space is reserved until they have loaded. */
export function ReportCharts(props: ChartsProps) {
  if (props.charts.length === 0) return null
  const Grid = props.charts.every(({ kind }) => kind === 'trend') ? LineGrid : PictureGrid
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
