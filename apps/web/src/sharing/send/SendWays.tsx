import {
  addressParams,
  isRecordList,
  type ReportDefinition,
  type ReportState,
  stringifySearch,
} from '@leaselight/model'
import { type Action, MenuActions } from '@leaselight/ui'
import {
  IconCalendarRepeat,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconFileTypeXls,
  IconLink,
  IconMail,
  IconMessage,
  IconPrinter,
  IconTable,
  IconTableShare,
  IconUserShare,
} from '@tabler/icons-react'
import { useGlobal } from '../../app/Global'
import type { ExportFormat } from '../../report/export/download'
import { printPage } from '../../report/export/printPage'
import { useAlerts } from '../../state/AlertsProvider'
import type { LinkKind } from '../keys/queries'
import type { SendStart } from './useSendForm'

interface Props {
  report: ReportDefinition
  state: ReportState
  onSend: (start: SendStart) => void
  onMessage: () => void
  onExport: (format: ExportFormat) => void
  onLink: (kind: LinkKind) => void
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

/** Every way in which a report leaves the product. Loaded when the menu first opens. */
export default function SendWays({ report, state, onSend, onMessage, onExport, onLink }: Props) {
  const { propertiesForReport } = useGlobal()
  const { add } = useAlerts()
  const copy = () => {
    const link = window.location.origin + report.path + stringifySearch(addressParams(report, state))
    // Without https, browsers deny pages the clipboard. The address bar has the same link.
    const copied = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))
    copied.then(
      () => add({ type: 'success', message: 'The link is copied. It opens this report with these filters.' }),
      () => add({ type: 'warning', message: 'The link could not be copied. Copy it from the address bar instead.' }),
    )
  }
  const pages = report.sheet ? propertiesForReport(report).length : 0
  const actions: Action[] = [
    { section: 'Mail', label: 'Mail now', icon: <IconMail {...icon} />, onSelect: () => onSend('now') },
    { label: 'Every Monday…', icon: <IconCalendarRepeat {...icon} />, onSelect: () => onSend('weekly') },
    ...(pages > 1
      ? [
          {
            label: 'Every Monday, all properties…',
            icon: <IconCalendarRepeat {...icon} />,
            hint: `A page for each of ${pages}`,
            onSelect: () => onSend('weekly-pages'),
          },
        ]
      : []),
    { section: 'Share', label: 'Copy the link', icon: <IconLink {...icon} />, onSelect: copy },
    ...(isRecordList(report)
      ? []
      : [
          {
            label: 'Link for guests…',
            icon: <IconUserShare {...icon} />,
            hint: 'Opens this report without an account',
            onSelect: () => onLink('guest'),
          },
        ]),
    {
      label: 'Link for a spreadsheet…',
      icon: <IconTableShare {...icon} />,
      hint: 'For IMPORTDATA and Power Query',
      onSelect: () => onLink('sheet'),
    },
    { label: 'Message the team', icon: <IconMessage {...icon} />, onSelect: onMessage },
    {
      section: 'Export',
      label: 'PDF',
      icon: <IconFileTypePdf {...icon} />,
      hint: 'Laid out for paper',
      onSelect: () => onExport('pdf'),
    },
    {
      label: 'Excel',
      icon: <IconFileTypeXls {...icon} />,
      hint: 'Typed cells, totals as formulas',
      onSelect: () => onExport('xlsx'),
    },
    {
      label: 'CSV',
      icon: <IconFileTypeCsv {...icon} />,
      hint: 'Every row, with definitions below',
      onSelect: () => onExport('csv'),
    },
    {
      label: 'CSV, table only',
      icon: <IconTable {...icon} />,
      hint: 'For pivot tables and programs',
      onSelect: () => onExport('plain'),
    },
    { label: 'Print this page', icon: <IconPrinter {...icon} />, onSelect: () => void printPage() },
  ]
  return <MenuActions actions={actions} />
}
