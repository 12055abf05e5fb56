import { LoadingInline } from '@leaselight/ui'
import { lazy, Suspense } from 'react'
import classes from '../report.module.css'
import type { ChartsProps } from './ChartGrid'

// Preparing and drawing charts is loaded after the first page has appeared.
const ChartGrid = lazy(() => import('./ChartGrid'))

/** Some of a report's charts. Their space is reserved until they have loaded. */
export function ReportCharts(props: ChartsProps) {
  if (props.charts.length === 0) return null
  return (
    <Suspense
      fallback={
        <div className={classes.chartsPlace} data-beside={props.beside || undefined}>
          <LoadingInline label="Loading the charts" />
        </div>
      }
    >
      <ChartGrid {...props} />
    </Suspense>
  )
}
