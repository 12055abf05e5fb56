import { LoadingInline } from '@leaselight/ui'
import { lazy, Suspense } from 'react'
import classes from '../report.module.css'
import type { ChartsProps } from './ChartGrid'

// What makes charts of rows comes after the first page stands, as what draws them does.
const ChartGrid = lazy(() => import('./ChartGrid'))

/** The charts a report asks for; they keep their place until they have come. */
export function ReportCharts(props: ChartsProps) {
  if (props.report.charts.length === 0) return null
  return (
    <Suspense
      fallback={
        <div className={classes.chartsPlace}>
          <LoadingInline label="Loading the charts" />
        </div>
      }
    >
      <ChartGrid {...props} />
    </Suspense>
  )
}
