import { Menu, type MenuProps, Popover, type PopoverProps } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useLayoutEffect, useState } from 'react'
import type { Anchor } from './anchor'

interface PanelProps {
  anchor: Anchor
  className?: string | undefined
  children: ReactNode
}

/** A menu at a button that stands on the page already. */
export function MenuPanel({
  anchor,
  className,
  children,
  ...menu
}: PanelProps & Omit<MenuProps, 'opened' | 'onChange'>) {
  return (
    <Menu {...menu} {...useOpening(anchor)}>
      <Menu.Target>
        <Stand at={anchor.button} />
      </Menu.Target>
      <Menu.Dropdown className={className}>{children}</Menu.Dropdown>
    </Menu>
  )
}

interface PopoverPanelProps extends PanelProps, Pick<PopoverProps, 'position' | 'offset' | 'width' | 'closeOnEscape'> {
  label: string
  onKeyDownCapture?: (event: KeyboardEvent) => void
}

/** A popover at a button that stands on the page already. It holds the focus while it is open. */
export function PopoverPanel({ anchor, label, className, onKeyDownCapture, children, ...popover }: PopoverPanelProps) {
  return (
    <Popover {...popover} {...useOpening(anchor)} trapFocus>
      <Popover.Target>
        <Stand at={anchor.button} />
      </Popover.Target>
      <Popover.Dropdown p={0} className={className} aria-label={label} onKeyDownCapture={onKeyDownCapture}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Opens after it was rendered closed: the kit remembers where the focus was when it sees a panel open. */
function useOpening({ id, opened, onChange }: Anchor) {
  const [rendered, setRendered] = useState(false)
  useEffect(() => setRendered(true), [])
  return { id, opened: rendered && opened, onChange }
}

/** Takes the place of a target of the kit's: renders nothing, and stands for the button given. */
function Stand({ at, ref }: { at: HTMLElement | null; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return
    ref(at)
    return () => {
      ref(null)
    }
  }, [at, ref])
  return null
}
