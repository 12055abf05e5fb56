import { Button, Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { FilterPlace } from './FilterShell'
import classes from './filters.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  children: ReactNode
}

/** The phone's sheet of filters. Loaded when it is first opened. */
export default function FilterSheet({ opened, onClose, children }: Props) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="88%"
      title="Filters"
      closeButtonProps={{ 'aria-label': 'Close the filters' }}
    >
      <FilterPlace value="sheet">
        <div className={classes.sheet}>{children}</div>
      </FilterPlace>
      <Button fullWidth mt="lg" onClick={onClose}>
        Show the report
      </Button>
    </Drawer>
  )
}
