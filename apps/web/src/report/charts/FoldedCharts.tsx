import { pluralize } from '@leaselight/model'
import { Button } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useState } from 'react'
import classes from '../report.module.css'
import type { ChartsProps } from './ChartGrid'
import { ReportCharts } from './ReportCharts'

/** Charts behind a button: the page stays short, and what is not looked at is not requested. */
export function FoldedCharts(props: ChartsProps) {
  const [opened, setOpened] = useState(false)
  const { length } = props.charts
  if (length === 0) return null
  return (
    <div className={classes.folded}>
      <Button
        variant="default"
        leftSection={<IconChartBar size={18} stroke={1.5} aria-hidden />}
        aria-expanded={opened}
        data-no-print
        onClick={() => setOpened(!opened)}
      >
        {opened ? `Hide ${pluralize(length, 'chart')}` : `Show ${pluralize(length, 'more chart')}`}
      </Button>
      {opened && <ReportCharts {...props} />}
    </div>
  )
}
