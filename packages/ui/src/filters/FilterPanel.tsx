import type { KeyboardEvent, ReactNode } from 'react'
import type { Anchor } from '../floating/anchor'
import { PopoverPanel } from '../floating/Panels'

interface Props {
  anchor: Anchor
  label: string
  width: number
  onKeyDownCapture: (event: KeyboardEvent) => void
  children: () => ReactNode
}

/** What opens below a filter's chip. */
export default function FilterPanel({ children, ...panel }: Props) {
  return (
    // The popover's own Escape handling would act like a click outside, which applies the choice.
    <PopoverPanel {...panel} position="bottom-start" offset={4} closeOnEscape={false}>
      {children()}
    </PopoverPanel>
  )
}
