import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { type NavEntry, type NavGroup, navigate, RailButton, Waiting } from './navEntries'

interface Props {
  label: string
  icon: ReactNode
  groups: readonly NavGroup[]
  isWaiting: boolean
  hasActive: boolean
  onNavigate: (entry: NavEntry) => void
}

/** A section's icon with a menu of its pages. */
export default function SectionRail({ groups, onNavigate, ...button }: Props) {
  return (
    <Menu position="right-start" width={200} trigger="click-hover" offset={4}>
      <Menu.Target>
        <RailButton {...button} />
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map((group) => [
          <Menu.Label key={group.label}>{group.label || button.label}</Menu.Label>,
          ...group.entries.map((entry) => (
            <Menu.Item
              key={entry.key}
              component="a"
              href={entry.href}
              onClick={(event) => navigate(event, entry, onNavigate)}
            >
              {entry.label}
              {entry.waiting && <Waiting />}
            </Menu.Item>
          )),
        ])}
      </Menu.Dropdown>
    </Menu>
  )
}
