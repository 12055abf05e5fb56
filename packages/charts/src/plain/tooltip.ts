import type { Size } from '../panels'
import type { PlainOption } from './option'

/** Between the pointer and the box beside it. */
const GAP = 20

/** The box that shows numbers beside the pointer, hidden until it does. */
export function tooltipBox(): HTMLElement {
  const box = document.createElement('div')
  box.hidden = true
  Object.assign(box.style, {
    position: 'absolute',
    left: '0',
    top: '0',
    zIndex: '1',
    padding: '10px',
    borderRadius: '4px',
    borderWidth: '1px',
    borderStyle: 'solid',
    boxShadow: 'var(--ll-shadow)',
    lineHeight: '21px',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  })
  return box
}

/** Fills and shows the box beside a point: on its other side where there is no room, and always within the chart. */
export function placeTooltip(
  box: HTMLElement,
  { backgroundColor, borderColor, textStyle }: PlainOption['tooltip'],
  content: HTMLElement | string,
  at: { x: number; y: number },
  size: Size,
): void {
  box.replaceChildren(content)
  const { color, fontFamily, fontSize } = textStyle
  Object.assign(box.style, { backgroundColor, borderColor, color, fontFamily, fontSize: `${fontSize}px` })
  box.hidden = false
  const left = besidePoint(at.x, box.offsetWidth, size.width)
  const top = besidePoint(at.y, box.offsetHeight, size.height)
  box.style.transform = `translate(${left}px, ${top}px)`
}

export function besidePoint(at: number, length: number, room: number): number {
  const before = at + GAP + length > room
  const start = before ? at - GAP - length : at + GAP
  return Math.round(Math.max(0, Math.min(start, room - length)))
}
