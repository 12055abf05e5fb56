import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Panel } from '../parts/Panel'
import { FilterContainerContext } from './FilterShell'
import classes from './filters.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  children: ReactNode
}

/** The phone's sheet of filters. Loaded when first opened. */
export default function FilterSheet({ opened, onClose, children }: Props) {
  return (
    <Panel
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="60%"
      title="Filters"
      closeLabel="Close the filters"
    >
      <FilterContainerContext value="sheet">
        <div className={classes.sheet}>{children}</div>
      </FilterContainerContext>
      <div className={classes.sheetFoot}>
        <Button fullWidth onClick={onClose}>
          Show the report
        </Button>
      </div>
    </Panel>
  )
}
