import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useIsPhone } from '../parts/useIsPhone'

interface Props {
  /** What the button says. */
  label: string
  children: ReactNode
}

/** A part that a phone shows at a press, so that its page stays short; other windows always show it. */
export function PhoneFold({ label, children }: Props) {
  const phone = useIsPhone()
  const [opened, setOpened] = useState(false)
  if (!phone || opened) return children
  return (
    <Button variant="default" data-no-print onClick={() => setOpened(true)}>
      {label}
    </Button>
  )
}
