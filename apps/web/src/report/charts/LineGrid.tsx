import { prepareLines } from '@leaselight/charts/lines'
import { ChartGrid, type ChartsProps } from './ChartGrid'

/** Lines over time, without what other kinds of charts need. */
export default function LineGrid(props: ChartsProps) {
  return <ChartGrid {...props} prepare={prepareLines} />
}
