import type { TableColumn } from '@leaselight/model'
import { Menu } from '@mantine/core'
import type { Anchor } from '../floating/anchor'
import { MenuPanel } from '../floating/Panels'
import classes from './table.module.css'

interface Props {
  anchor: Anchor
  columns: readonly TableColumn[]
  hidden: ReadonlySet<string>
  onHidden: (keys: string[]) => void
}

/** Chooses the columns of a table. */
export default function ColumnPanel({ anchor, columns, hidden, onHidden }: Props) {
  const toggle = (key: string, on: boolean): void =>
    onHidden(columns.map((column) => column.key).filter((each) => (each === key ? !on : hidden.has(each))))
  return (
    <MenuPanel anchor={anchor} className={classes.menu} position="bottom-end" width={240} closeOnItemClick={false}>
      <Menu.Item onClick={() => onHidden([])}>Show all</Menu.Item>
      <Menu.Divider />
      {columns.map((column) => (
        <Menu.CheckboxItem key={column.key} checked={!hidden.has(column.key)} onChange={(on) => toggle(column.key, on)}>
          {column.label}
        </Menu.CheckboxItem>
      ))}
    </MenuPanel>
  )
}
