import { type RefCallback, useId, useState } from 'react'

/** A button and whether its panel is open: all that a panel has to know to stand at it. */
export interface Anchor {
  id: string
  button: HTMLElement | null
  opened: boolean
  onChange: (opened: boolean) => void
}

interface ButtonProps {
  ref: RefCallback<HTMLElement>
  id: string
  'aria-haspopup': 'menu' | 'dialog'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  'data-expanded': true | undefined
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
}

/**
 * Connects a button with a panel that is loaded when the pointer or the focus reaches the button (`panelOf`).
 * @param load the panel's `load`: called when the pointer or the focus reaches the button
 */
export function useAnchor(
  kind: 'menu' | 'dialog',
  load: () => void,
  [opened, onChange]: [boolean, (opened: boolean) => void],
): { anchor: Anchor; button: ButtonProps } {
  const id = useId()
  const [element, setElement] = useState<HTMLElement | null>(null)
  return {
    anchor: { id, button: element, opened, onChange },
    button: {
      ref: setElement,
      id,
      'aria-haspopup': kind,
      'aria-expanded': opened,
      'aria-controls': opened ? panelId(id) : undefined,
      'data-expanded': opened || undefined,
      onClick: () => onChange(!opened),
      onPointerEnter: load,
      onFocus: load,
    },
  }
}

/** The id that the kit gives the panel of a button. */
const panelId = (id: string): string => `${id}-dropdown`
