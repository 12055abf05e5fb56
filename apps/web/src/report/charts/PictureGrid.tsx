import { prepareChart } from '@leaselight/charts/prepare'
import { ChartGrid, type ChartsProps } from './ChartGrid'

/** Charts of any kind. */
export default function PictureGrid(props: ChartsProps) {
  return <ChartGrid {...props} prepare={prepareChart} />
}
