import type { ChartModel, Scheme } from '@leaselight/charts'
import { type MountedChart, mountChart } from '@leaselight/charts/draw'
import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { chartTheme } from './chartTheme'

interface Props {
  model: ChartModel
  hidden: ReadonlySet<string>
  scheme: Scheme
}

/** The drawn chart. Loaded after the page, because the drawing code is as large as the rest of it. */
export default function ChartCanvas({ model, hidden, scheme }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<MountedChart | null>(null)
  const still = useReducedMotion()
  useEffect(() => {
    const element = box.current
    if (!element) return
    const mounted = mountChart(element)
    chart.current = mounted
    const observer = new ResizeObserver(() => mounted.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      mounted.dispose()
      chart.current = null
    }
  }, [])
  // When printing, the chart is scaled to the paper's width, which requires its aspect ratio.
  useEffect(() => {
    const proportion = () => {
      const svg = box.current?.querySelector('svg')
      if (svg) svg.setAttribute('viewBox', `0 0 ${svg.getAttribute('width')} ${svg.getAttribute('height')}`)
    }
    window.addEventListener('beforeprint', proportion)
    return () => window.removeEventListener('beforeprint', proportion)
  }, [])
  useEffect(() => {
    chart.current?.update(model, chartTheme(scheme, !still), hidden)
  }, [model, hidden, scheme, still])
  return <div ref={box} style={{ width: '100%', height: '100%' }} />
}
