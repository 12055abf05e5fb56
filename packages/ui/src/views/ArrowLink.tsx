import { IconArrowRight } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import classes from './controls.module.css'

interface Props {
  href: string
  onClick: (event: MouseEvent) => void
  children: ReactNode
}

/** A subtle link to more information; paper leads nowhere. */
export function ArrowLink({ children, ...way }: Props) {
  return (
    <a {...way} data-no-print className={`${classes.way} ll-focus`}>
      <span>{children}</span>
      <IconArrowRight size={14} aria-hidden />
    </a>
  )
}
