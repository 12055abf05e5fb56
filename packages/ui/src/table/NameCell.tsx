import type { TableRow } from '@leaselight/model'
import { IconChevronRight } from '@tabler/icons-react'
import type { CellAction, NameLink, RowAction } from './actions'
import classes from './cells.module.css'

interface NameProps {
  name: string
  level: number
  item: TableRow
  rowNumber: number
  tabIndex: number
  expandable: boolean
  indented: boolean
  open: boolean
  onToggle: (row: TableRow) => void
  nameAction?: CellAction | undefined
  nameLinkOf?: ((row: TableRow) => NameLink | null) | undefined
  actions?: readonly RowAction[] | undefined
}

/** The name of a row: it opens what is inside, leads somewhere, does what names do in this table, or is only a name. */
export function NameCell({
  name,
  level,
  item,
  expandable,
  indented,
  open,
  rowNumber,
  tabIndex,
  onToggle,
  nameAction,
  nameLinkOf,
  actions,
}: NameProps) {
  const link = nameLinkOf?.(item)
  // With the keyboard, the row's actions do the same.
  const shown = link ? (
    <a {...link} className={`${classes.nameLink} ll-focus`} tabIndex={-1}>
      {name}
    </a>
  ) : (
    name
  )
  const mark = item.mark && <span className={classes.mark}>{item.mark}</span>
  // Where no row expands, names align with their header.
  const indent = { paddingInlineStart: `${(expandable || indented ? 0.5 : 0.75) + level * 1.25}rem` }
  if (nameAction)
    return (
      <th scope="row" aria-colindex={1} className={classes.name} style={indent} title={name}>
        <button
          type="button"
          className={`${classes.action} ll-focus`}
          data-at={`${rowNumber}:0`}
          tabIndex={tabIndex}
          aria-label={nameAction.label(item)}
          onClick={() => nameAction.onSelect(item)}
        >
          {name}
        </button>
      </th>
    )
  if (!expandable)
    return (
      <th
        scope="row"
        aria-colindex={1}
        data-at={`${rowNumber}:0`}
        tabIndex={tabIndex}
        className={`${classes.name} ll-focus`}
        style={indent}
        title={name}
      >
        <span className={classes.leaf} data-indented={indented || undefined}>
          {shown}
          {mark}
        </span>
        {actions && <RowActions name={name} actions={actions} />}
      </th>
    )
  return (
    <th
      scope="row"
      aria-colindex={1}
      aria-label={[name, item.mark].filter(Boolean).join(', ')}
      className={classes.name}
      style={indent}
      title={name}
    >
      <button
        type="button"
        className={`${classes.toggle} ll-focus`}
        data-short={link ? true : undefined}
        aria-label={name}
        data-at={`${rowNumber}:0`}
        tabIndex={tabIndex}
        aria-expanded={open}
        onClick={() => onToggle(item)}
      >
        <IconChevronRight size={14} className={classes.chevron} data-open={open || undefined} aria-hidden />
        {!link && <span className={classes.text}>{name}</span>}
        {!link && mark}
      </button>
      {link && shown}
      {link && mark}
      {actions && <RowActions name={name} actions={actions} />}
    </th>
  )
}

function RowActions({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  if (actions.length === 0) return null
  return (
    <span className={classes.rowActions} data-no-print>
      {actions.map(({ label, icon, onSelect }) => (
        <button
          key={label}
          type="button"
          className={`${classes.rowAction} ll-focus`}
          title={label}
          aria-label={`${label}: ${name}`}
          onClick={onSelect}
        >
          {icon}
        </button>
      ))}
    </span>
  )
}
