import { LoadingInline, useIsPhone } from '@leaselight/ui'
import { lazy, Suspense } from 'react'
import classes from '../report.module.css'
import type { ChartsProps } from './ChartGrid'
import { phoneHeightOf } from './phoneHeight'

// Preparing and drawing charts is loaded after the first page has appeared.
const ChartGrid = lazy(() => import('./ChartGrid'))

/** Some of a report's charts. Their space is reserved until they have loaded. */
export function ReportCharts(props: ChartsProps) {
  const phone = useIsPhone()
  if (props.charts.length === 0) return null
  return (
    <Suspense
      fallback={
        <div
          className={classes.chartsPlace}
          data-beside={props.beside || undefined}
          style={phone ? { minHeight: props.charts.map(phoneHeightOf)[0] } : undefined}
        >
          <LoadingInline label="Loading the charts" />
        </div>
      }
    >
      <ChartGrid {...props} />
    </Suspense>
  )
}
