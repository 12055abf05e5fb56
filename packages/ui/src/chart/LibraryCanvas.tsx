import { mountChart } from '@leaselight/charts/draw'
import { type CanvasProps, ChartCanvas } from './ChartCanvas'

/** Every kind of chart, by a library that is as large as the rest of a page. */
export default function LibraryCanvas(props: CanvasProps) {
  return <ChartCanvas mount={mountChart} {...props} />
}
