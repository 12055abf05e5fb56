import type { ReportDefinition, ReportState } from '@leaselight/model'
import { ActionMenu } from '@leaselight/ui'
import { IconDownload, IconFileTypeCsv, IconFileTypePdf, IconPrinter, IconTable } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useServices } from '../../app/Services'
import { downloadReport, type ExportFormat, saveFile } from './download'
import { ExportProgress, type ExportRun } from './ExportProgress'
import { printPage } from './print'

interface Props {
  report: ReportDefinition
  state: ReportState
  /** Shows only the icon. */
  compact?: boolean
}

/** Exports the report as a file, or prints it. */
export function ExportMenu({ report, state, compact = false }: Props) {
  const { client } = useServices()
  const [run, setRun] = useState<ExportRun | null>(null)
  const calledOff = useRef<AbortController | null>(null)
  useEffect(() => () => calledOff.current?.abort(), [])

  const download = async (format: ExportFormat) => {
    const controller = new AbortController()
    calledOff.current = controller
    const label = format === 'plain' ? 'CSV' : format.toUpperCase()
    setRun({ state: 'running', label, received: 0, share: null })
    try {
      const file = await downloadReport(
        client,
        report,
        state,
        format,
        (received, share) => setRun({ state: 'running', label, received, share }),
        controller.signal,
      )
      saveFile(file.name, file.content)
      setRun({ state: 'done', label, name: file.name })
    } catch (error) {
      if (controller.signal.aborted) setRun(null)
      else setRun({ state: 'failed', label, message: error instanceof Error ? error.message : 'Unknown error' })
    }
  }

  return (
    <>
      <ActionMenu
        label="Export"
        compact={compact}
        icon={<IconDownload size={16} stroke={1.5} aria-hidden />}
        loading={run?.state === 'running'}
        actions={[
          {
            label: 'CSV',
            icon: <IconFileTypeCsv size={16} stroke={1.5} aria-hidden />,
            hint: 'Every row, with definitions below',
            onSelect: () => void download('csv'),
          },
          {
            label: 'CSV, table only',
            icon: <IconTable size={16} stroke={1.5} aria-hidden />,
            hint: 'For pivot tables and programs',
            onSelect: () => void download('plain'),
          },
          {
            label: 'PDF',
            icon: <IconFileTypePdf size={16} stroke={1.5} aria-hidden />,
            hint: 'Laid out for paper',
            onSelect: () => void download('pdf'),
          },
          {
            label: 'Print this page',
            icon: <IconPrinter size={16} stroke={1.5} aria-hidden />,
            onSelect: () => void printPage(),
          },
        ]}
      />
      {run && <ExportProgress run={run} onCancel={() => calledOff.current?.abort()} onClose={() => setRun(null)} />}
    </>
  )
}
