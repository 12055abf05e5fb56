import { CloseButton } from '@mantine/core'
import { useEffect } from 'react'
import classes from './export.module.css'

/** An export in progress, or its outcome. */
export type ExportRun =
  | { state: 'running'; label: string; received: number; share: number | null }
  | { state: 'done'; label: string; name: string }
  | { state: 'failed'; label: string; message: string }

/** How long the bar of a finished export takes to fill (§9). Then the note disappears. */
const SECONDS = { done: 5, failed: 12 } as const

interface Props {
  run: ExportRun
  onCancel: () => void
  onClose: () => void
}

/** An export's progress: real progress while it runs, then a bar that fills before the note disappears. */
export default function ExportProgress({ run, onCancel, onClose }: Props) {
  const { state } = run
  useEffect(() => {
    if (state === 'running') return
    const timer = setTimeout(onClose, SECONDS[state] * 1000)
    return () => clearTimeout(timer)
  }, [state, onClose])
  const percent = run.state === 'running' && run.share !== null ? Math.round(run.share * 100) : null
  return (
    <div className={classes.progress} data-state={state} role={state === 'failed' ? 'alert' : 'status'} data-no-print>
      <div className={classes.progressHead}>
        <span>{statusText(run)}</span>
        <CloseButton
          size="sm"
          aria-label={state === 'running' ? 'Cancel the export' : 'Close this message'}
          onClick={state === 'running' ? onCancel : onClose}
        />
      </div>
      <div
        className={classes.track}
        role="progressbar"
        aria-label="Export"
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent !== null && { 'aria-valuenow': percent })}
      >
        <div
          className={classes.bar}
          data-state={state}
          data-unknown={(state === 'running' && percent === null) || undefined}
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  )
}

function statusText(run: ExportRun): string {
  if (run.state === 'done') return `${run.name} is in your downloads.`
  if (run.state === 'failed') return `The ${run.label} could not be made. ${run.message}`
  return run.received === 0 ? `Preparing the ${run.label}…` : `Downloading the ${run.label}…`
}
