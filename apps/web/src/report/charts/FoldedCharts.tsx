import { Button } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useState } from 'react'
import type { ChartsProps } from './ChartGrid'
import { ReportCharts } from './ReportCharts'

/** Charts behind a button, for a phone: the page stays short, and what is not looked at is not requested. */
export default function FoldedCharts(props: ChartsProps) {
  const [opened, setOpened] = useState(false)
  const { length } = props.charts
  if (length === 0) return null
  if (opened) return <ReportCharts {...props} />
  return (
    <Button
      variant="default"
      leftSection={<IconChartBar size={18} stroke={1.5} aria-hidden />}
      data-no-print
      onClick={() => setOpened(true)}
    >
      {length === 1 ? 'Show the chart' : `Show ${length} charts`}
    </Button>
  )
}
