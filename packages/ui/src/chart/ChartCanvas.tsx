import type { ChartMark, ChartModel, Scheme } from '@leaselight/charts'
import { type MountedChart, noTimeline, type Spot } from '@leaselight/charts/plain'
import { useReducedMotion } from '@mantine/hooks'
import { type Ref, useEffect, useRef, useState } from 'react'
import { ChartMarks, pointerOver } from './ChartMarks'
import classes from './chart.module.css'
import { chartTheme } from './chartTheme'
import { NoteMarks } from './NoteMarks'

export interface CanvasProps {
  model: ChartModel
  hidden: ReadonlySet<string>
  scheme: Scheme
  /** What the picture shows, for those who don't see it. */
  label: string
  /** The picture, as the part that has the focus. */
  ref?: Ref<HTMLDivElement>
  /** Opens what a mark stands for. */
  onPick?: ((mark: ChartMark) => void) | undefined
}

interface Props extends CanvasProps {
  /** Draws in an element. */
  mount: (element: HTMLElement) => MountedChart
}

const NO_SPOTS: readonly Spot[] = []

/** The drawn chart, whatever draws it. */
export function ChartCanvas({ mount, model, hidden, scheme, label, ref, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<MountedChart | null>(null)
  const [spots, setSpots] = useState(NO_SPOTS)
  const [timeline, setTimeline] = useState(noTimeline)
  const still = useReducedMotion()
  useEffect(() => {
    const element = box.current
    if (!element) return
    const mounted = mount(element)
    chart.current = mounted
    const observer = new ResizeObserver(() => {
      mounted.resize()
      setSpots(mounted.spots())
      setTimeline(mounted.timeline())
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      mounted.dispose()
      chart.current = null
    }
  }, [mount])
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
    setSpots(chart.current?.spots() ?? NO_SPOTS)
    setTimeline(chart.current?.timeline() ?? noTimeline)
  }, [model, hidden, scheme, still])
  const open = onPick && spots.length > 0 ? onPick : undefined
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: each mark has a button for the keyboard */}
      <div
        ref={ref}
        role="img"
        className={`${classes.drawing} ll-focus`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus lets the key and the description reach the picture
        tabIndex={0}
        aria-label={label}
        onClick={(event) => {
          const spot = open && pointerOver(spots, event.currentTarget, event)
          if (spot) open(spot.mark)
        }}
        onMouseMove={(event) => {
          const isOver = open && pointerOver(spots, event.currentTarget, event)
          event.currentTarget.toggleAttribute('data-opens', Boolean(isOver))
        }}
      >
        <div ref={box} className={classes.drawing} />
      </div>
      {open && <ChartMarks model={model} spots={spots} onPick={open} onPoint={(spot) => chart.current?.point(spot)} />}
      <NoteMarks timeline={timeline} />
    </>
  )
}
