import type { ReactNode } from 'react'
import blocks from '../../app/blocks.module.css'
import { useAddress } from '../../app/useAddress'
import type { SavedItem } from '../types'
import classes from './lists.module.css'

interface Props {
  item: SavedItem
  /** The address the name links to. */
  href: string
  /** Beside the name: buttons and menus. */
  actions: ReactNode
  children?: ReactNode
}

/** A saved item in a list: its name as a link, its report, and its actions. */
export function SavedItemHeader({ item, href, actions, children }: Props) {
  const { push } = useAddress()
  return (
    <div className={classes.item}>
      <div className={classes.itemWords}>
        <h2 className={classes.itemName}>
          {item.available ? (
            <a
              href={href}
              className="ll-focus"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                push(href)
              }}
            >
              {item.name}
            </a>
          ) : (
            item.name
          )}
        </h2>
        <p className={blocks.quiet}>{[item.title, ...item.inWords].join(' · ')}</p>
        {!item.available && (
          <p className={classes.warning}>You don’t have access to this report any more. Ask your administrator.</p>
        )}
        {children}
      </div>
      <div className={classes.itemActions}>{actions}</div>
    </div>
  )
}
