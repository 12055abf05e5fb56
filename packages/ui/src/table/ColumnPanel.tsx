import type { TableColumn } from '@leaselight/model'
import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Anchor } from '../floating/anchor'
import { MenuPanel } from '../floating/Panels'
import { columnSets } from './columnSets'
import classes from './tools.module.css'

interface Props {
  anchor: Anchor
  columns: readonly TableColumn[]
  hidden: ReadonlySet<string>
  onHidden: (keys: string[]) => void
}

/** Chooses the columns of a table: a set of them at once, or each by itself. */
export default function ColumnPanel({ anchor, columns, hidden, onHidden }: Props) {
  const toggle = (key: string, on: boolean): void =>
    onHidden(columns.map((column) => column.key).filter((each) => (each === key ? !on : hidden.has(each))))
  const isHidden = (keys: readonly string[]): boolean =>
    columns.every(({ key }) => hidden.has(key) === keys.includes(key))
  return (
    <MenuPanel anchor={anchor} className={classes.menu} position="bottom-end" width={240} closeOnItemClick={false}>
      {[...columnSets(columns), { label: 'Show all', hides: [] }].map(({ label, hides }) => (
        <Menu.Item
          key={label}
          aria-current={isHidden(hides) || undefined}
          rightSection={isHidden(hides) && <IconCheck size={14} aria-hidden />}
          onClick={() => onHidden(hides)}
        >
          {label}
        </Menu.Item>
      ))}
      <Menu.Divider />
      {columns.map((column) => (
        <Menu.CheckboxItem
          key={column.key}
          checked={!hidden.has(column.key)}
          rightSection={column.isEmpty && <span className={classes.zero}>all 0</span>}
          onChange={(on) => toggle(column.key, on)}
        >
          {column.label}
        </Menu.CheckboxItem>
      ))}
    </MenuPanel>
  )
}
