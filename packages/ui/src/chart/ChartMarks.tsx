import { type ChartMark, type ChartModel, formatSeriesValue } from '@leaselight/charts'
import { type Spot, spotAt } from '@leaselight/charts/plain'
import { type KeyboardEvent, useRef, useState } from 'react'
import classes from './marks.module.css'

interface Props {
  model: ChartModel
  spots: readonly Spot[]
  onPick: (mark: ChartMark) => void
  /** Shows the tooltip of a mark, or none. */
  onPoint: (spot: Spot | null) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * A button over each mark that opens its list. One of them is a stop of the tab key, and the arrow keys lead to the
 * others; the pointer stays with the picture below, which shows its tooltip.
 */
export function ChartMarks({ model, spots, onPick, onPoint }: Props) {
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const stop = Math.min(active, spots.length - 1)
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = spots.length - 1
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? last : stop + (STEPS[event.key] ?? 0)
    if (next === stop || next < 0 || next > last) return
    event.preventDefault()
    setActive(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the keyboard
    <div ref={list} className={classes.marks} onKeyDown={onKeyDown} data-no-print>
      {spots.map((spot, at) => {
        const { mark, left, top, width, height } = spot
        return (
          <button
            key={`${spot.series}:${spot.index}`}
            type="button"
            className={`${classes.mark} ll-focus`}
            style={{ left, top, width, height }}
            tabIndex={at === stop ? 0 : -1}
            aria-label={`${spotText(model, spot)}: open the list`}
            onFocus={() => {
              setActive(at)
              onPoint(spot)
            }}
            onBlur={() => onPoint(null)}
            onClick={() => onPick(mark)}
          />
        )
      })}
    </div>
  )
}

/** `Oak Court, Missed: 12` */
function spotText(model: ChartModel, { mark, series, index }: Spot): string {
  const one = model.series[series]
  if (!one) return ''
  const value = formatSeriesValue(one, index, model.format)
  const [, cases] = model.series
  // A dot is where its number is, and opens the cases that it comes from.
  if (model.kind === 'strip' && cases)
    return `${mark.name}, ${one.label} ${value}, ${cases.label}: ${formatSeriesValue(cases, index, model.format)}`
  const isStage = mark.row === null && !mark.days
  const names = isStage ? [model.categories[index]] : [mark.name, model.kind === 'heatMap' ? model.unit : one.label]
  return `${names.filter(Boolean).join(', ')}: ${value}`
}

/** The mark under the pointer, and the pointer's shape over it. */
export function pointerOver(spots: readonly Spot[], element: HTMLElement, at: { clientX: number; clientY: number }) {
  const { left, top } = element.getBoundingClientRect()
  return spotAt(spots, at.clientX - left, at.clientY - top)
}
