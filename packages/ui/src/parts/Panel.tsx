import { CloseButton, Drawer } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Handle } from './Handle'
import classes from './panel.module.css'
import { useIsDocked } from './useIsDocked'
import { useStableCallback } from './useStableCallback'

interface Props {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** The label of the close button. */
  closeLabel: string
  position: 'right' | 'bottom'
  size: string
  /** In a wide window: beside the page, which stays in use, instead of over it. */
  docks?: boolean
  /** Beside the page: leaves the focus where it is. */
  preview?: boolean
  children: ReactNode
}

/** A panel that slides over the page and holds the focus. Load it lazily: drawers are large. */
export function Panel({
  opened,
  onClose,
  title,
  closeLabel,
  position,
  size,
  docks = false,
  preview = false,
  children,
}: Props) {
  const docked = useIsDocked() && docks
  // A panel that unmounts with its part of the page never closes by itself, so focus is restored here.
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // Beside the page, the focus may be elsewhere by now, and stays there.
      const isFree = !docked || document.activeElement === document.body
      if (isFree && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before, docked],
  )
  if (docked)
    return (
      opened && (
        <Rail onClose={onClose} title={title} closeLabel={closeLabel} preview={preview}>
          {children}
        </Rail>
      )
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

type RailProps = Pick<Props, 'onClose' | 'title' | 'closeLabel' | 'preview' | 'children'>

/** The panel beside the page, which stays in use. Escape closes it from anywhere. */
function Rail({ onClose, title, closeLabel, preview = false, children }: RailProps) {
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!preview) box.current?.focus({ preventScroll: true })
  }, [preview])
  const close = useStableCallback(onClose)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // What is open over the page, such as a menu, closes first.
      const over = document.querySelector('[aria-modal=true], [role=menu], [data-open]')
      if (event.key === 'Escape' && !event.defaultPrevented && !over) close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [close])
  return (
    <dialog open ref={box} className={classes.rail} data-rail aria-labelledby={id} tabIndex={-1} data-no-print>
      <div className={`${classes.header} ${classes.railHead}`}>
        <h2 id={id} className={`${classes.title} ${classes.railTitle}`}>
          {title}
        </h2>
        <CloseButton aria-label={closeLabel} onClick={onClose} />
      </div>
      <div className={classes.body}>{children}</div>
    </dialog>
  )
}
