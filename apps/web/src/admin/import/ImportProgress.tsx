import '@mantine/core/styles/Progress.css'
import { Progress as Bar, Button } from '@mantine/core'
import classes from './import.module.css'
import type { Progress } from './runImport'

const PHASES: Readonly<Record<Progress['phase'], string>> = {
  reading: 'Reading the file',
  checking: 'Checking the records',
  importing: 'Storing the records',
  settling: 'Tidying up',
}

/** How far the server is, with a button that stops it. */
export function ImportProgress({ progress, onStop }: { progress: Progress; onStop: () => void }) {
  const { phase, rows, bytes, total_bytes: total } = progress
  const share = total > 0 ? Math.min(100, (bytes / total) * 100) : 100
  const label = `${PHASES[phase]}${rows > 0 ? `: ${rows.toLocaleString('en-US')} records` : ''}`
  return (
    <div className={classes.under} role="status">
      <span>{label}</span>
      <Bar value={share} striped={total === 0} animated={total === 0} aria-label={PHASES[phase]} />
      <Button variant="default" onClick={onStop}>
        Stop
      </Button>
    </div>
  )
}
