import type { TableColumn } from '@leaselight/model'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import { Hint } from '../floating/Hint'
import type { Sort } from './arrange'
import classes from './header.module.css'
import { headerText } from './widths'

interface Props {
  column: Pick<TableColumn, 'key' | 'label' | 'definition' | 'align' | 'ranked' | 'group'>
  /** It is the first of its group. */
  starts?: boolean | undefined
  index: number
  sort: Sort | null
  tabIndex: number
  /** Without it, the table isn't sorted by this column. */
  onSort?: ((key: string) => void) | undefined
}

/** A column's header: sorts on click, explains the column on hover and focus. */
export function HeaderCell({ column, starts, index, sort, tabIndex, onSort }: Props) {
  const sorted = sort?.column === column.key ? (sort.descending ? 'descending' : 'ascending') : undefined
  const Icon = sorted === 'descending' ? IconArrowDown : sorted === 'ascending' ? IconArrowUp : IconSelector
  if (!onSort)
    return (
      <th
        scope="col"
        aria-colindex={index + 1}
        data-align={column.align}
        data-at={`0:${index}`}
        data-starts={starts}
        tabIndex={tabIndex}
        aria-description={column.group}
        title={column.definition}
        className="ll-focus"
      >
        <span className={classes.header} data-still>
          {headerText(column.label)}
        </span>
      </th>
    )
  return (
    <th
      scope="col"
      aria-colindex={index + 1}
      aria-sort={sorted ?? 'none'}
      data-align={column.align}
      data-ranked={column.ranked}
      data-starts={starts}
      data-sorted={sorted !== undefined || undefined}
      data-number={index > 0 && column.align === 'right' ? column.key : undefined}
    >
      <Hint label={column.definition} position="top">
        <button
          type="button"
          className={`${classes.header} ll-focus`}
          data-at={`0:${index}`}
          data-sorted={sorted}
          tabIndex={tabIndex}
          aria-description={column.group}
          onClick={() => onSort(column.key)}
        >
          <span className={classes.label}>{headerText(column.label)}</span>
          <Icon size={12} className={classes.arrow} aria-hidden />
        </button>
      </Hint>
    </th>
  )
}
