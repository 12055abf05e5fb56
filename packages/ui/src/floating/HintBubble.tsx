import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

export type HintPosition = 'top' | 'right' | 'bottom-start' | undefined

interface Props {
  /** The id of its text, which describes the element. */
  id: string
  at: HTMLElement
  label: ReactNode
  position: HintPosition
  width: number | undefined
  onPointerEnter: () => void
  onPointerLeave: () => void
}

/** When it is shown is up to the hint. */
const EVENTS = { hover: false, focus: false, touch: false }

/** The bubble of a hint, at its element. */
export default function HintBubble({ id, at, label, position = 'top', width, ...pointer }: Props) {
  return (
    <Tooltip
      opened
      target={at}
      events={EVENTS}
      position={position}
      {...(width !== undefined && { w: width })}
      label={<span id={id}>{label}</span>}
      {...pointer}
    />
  )
}
