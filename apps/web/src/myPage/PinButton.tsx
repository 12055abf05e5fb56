import {
  type ChartSpec,
  chartKey,
  type InsightLink,
  type PinnedItem,
  pinLabel,
  type ReportDefinition,
  type ReportState,
} from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { ActionIcon } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { useServices } from '../app/Services'
import { useSharingMutation } from '../sharing/useSharingMutation'
import { useAlerts } from '../state/AlertsProvider'
import { apiParams, parseSearch, readAddress } from '../state/address'
import classes from './pin.module.css'
import { addPin } from './queries'

interface Props extends PinnedItem {
  report: ReportDefinition
  state: ReportState
  /** What it is called, for screen readers. */
  label: string
}

/** Pins a number, a chart or a finding, in the state in which it is shown, to the reader's own page. */
function PinButton({ report, state, kind, item, label }: Props) {
  const { client } = useServices()
  const { add } = useAlerts()
  const pin = useSharingMutation(
    () => addPin(client, { report: report.key, params: apiParams(report, state), kind, item }),
    ({ wasPinned }) =>
      add({ type: 'success', message: wasPinned ? `${label} is on My page already.` : `Pinned to My page: ${label}.` }),
  )
  return (
    <ActionIcon
      data-no-print
      variant="subtle"
      color="gray"
      size={24}
      className={`${classes.pin} ll-focus`}
      loading={pin.isPending}
      aria-label={`Pin to My page: ${label}`}
      title="Pin to My page"
      onClick={() => pin.mutate(undefined)}
    >
      <IconPin size={14} aria-hidden />
    </ActionIcon>
  )
}

/** Pins a number of a report. */
export function PinNumber({ report, state, column }: Pick<Props, 'report' | 'state'> & { column: string }) {
  const what = { kind: 'number', item: column } as const
  const label = pinLabel(report, what)
  return label === null ? null : <PinButton report={report} state={state} label={label} {...what} />
}

/** Pins a chart of a report; nothing for a chart that the report makes only as long as it is open. */
export function PinChart({ report, state, spec }: Pick<Props, 'report' | 'state'> & { spec: ChartSpec }) {
  const what = { kind: 'chart', item: chartKey(spec) } as const
  const label = pinLabel(report, what)
  return label === null ? null : <PinButton report={report} state={state} label={label} {...what} />
}

/** Pins a finding, with the report that shows it. */
export function PinFinding({ finding }: { finding: { key: string; sentence: string; link: InsightLink } }) {
  const { key, sentence, link } = finding
  const report = reportByKey(link.report)
  if (!report) return null
  const state = readAddress(report, parseSearch(link.href.split('?')[1] ?? ''))
  return <PinButton report={report} state={state} kind="finding" item={key} label={sentence} />
}
