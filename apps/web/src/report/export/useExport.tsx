import { fileFormatNames, type ReportDefinition, type ReportState } from '@leaselight/model'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useServices } from '../../app/Services'
import type { ExportFormat } from './download'
import type { ExportRun } from './ExportProgress'

const ExportProgress = lazy(() => import('./ExportProgress'))

/** Exports a report as a file, paper with what is inside the opened rows. `progress` shows how far it is and belongs on the page. */
export function useExport(
  report: ReportDefinition,
  state: ReportState,
  openedRows: Readonly<RefObject<ReadonlySet<string>>>,
) {
  const { client } = useServices()
  const [run, setRun] = useState<ExportRun | null>(null)
  const calledOff = useRef<AbortController | null>(null)
  useEffect(() => () => calledOff.current?.abort(), [])

  const download = async (format: ExportFormat) => {
    const controller = new AbortController()
    calledOff.current = controller
    const label = fileFormatNames[format === 'plain' ? 'csv' : format]
    setRun({ state: 'running', label, received: 0, share: null })
    try {
      const { downloadReport, saveFile } = await import('./download')
      const file = await downloadReport(
        client,
        { report, state, openedRows: openedRows.current },
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
  const progress: ReactNode = run && (
    <Suspense>
      <ExportProgress run={run} onCancel={() => calledOff.current?.abort()} onClose={() => setRun(null)} />
    </Suspense>
  )
  return { download, progress }
}
