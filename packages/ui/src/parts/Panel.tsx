import { Drawer } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Handle } from './Handle'
import classes from './panel.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** The label of the close button. */
  closeLabel: string
  position: 'right' | 'bottom'
  size: string
  children: ReactNode
}

/** A panel that slides over the page and holds the focus. Load it lazily: drawers are large. */
export function Panel({ opened, onClose, title, closeLabel, position, size, children }: Props) {
  // A panel that unmounts with its part of the page never closes by itself, so focus is restored here.
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
  return (
    <Drawer.Root opened={opened} onClose={onClose} position={position} size={size} classNames={classes}>
      <Drawer.Overlay />
      <Drawer.Content data-position={position}>
        {position === 'bottom' && <Handle onClose={onClose} />}
        {/* A header element here would be a second banner of the page. */}
        <Drawer.Header role="presentation">
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={closeLabel} />
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
