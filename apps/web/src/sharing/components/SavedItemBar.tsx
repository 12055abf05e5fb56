import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import blocks from '../../app/blocks.module.css'
import { useAddress } from '../../app/useAddress'
import type { SavedItem } from '../types'
import classes from './lists.module.css'

interface Props {
  icon: ReactNode
  item: SavedItem
  /** What the page shows, with the item's name in it. */
  children: ReactNode
  /** Whether the page differs from the saved item. */
  changed: boolean
  /** Saves the page's state, or discards the changes. */
  save: { label: string; busy: boolean; onSave: () => void }
  back: { label: string; href: string }
  /** Other actions. */
  more?: ReactNode
}

/** Shows which of the reader's saved items is open, and saves changes to it. */
export function SavedItemBar({ icon, item, children, changed, save, back, more }: Props) {
  const { replace } = useAddress()
  return (
    <div className={classes.savedBar} data-no-print>
      <span className={classes.keptAs}>
        {icon}
        <span>
          {children}
          {changed && ', changed since'}
        </span>
      </span>
      {changed && (
        <>
          <Button size="compact-sm" loading={save.busy} onClick={save.onSave}>
            {save.label}
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => replace(back.href)}>
            {back.label}
          </Button>
        </>
      )}
      {more}
      {item.passedOver.length > 0 && (
        <span className={blocks.quiet}>
          This report no longer has {item.passedOver.join(', ')}. Everything else opened as saved.
        </span>
      )}
    </div>
  )
}
