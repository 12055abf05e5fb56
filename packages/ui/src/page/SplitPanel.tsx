import type { ReactNode } from 'react'
import type { Anchor } from '../floating/anchor'
import { MenuPanel } from '../floating/Panels'

/** The menu of a split button. */
export default function SplitPanel({ anchor, children }: { anchor: Anchor; children: ReactNode }) {
  return (
    <MenuPanel anchor={anchor} position="bottom-end" width={240}>
      {children}
    </MenuPanel>
  )
}
