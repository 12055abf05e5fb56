import cliProgress, { type SingleBar } from 'cli-progress'

// The library is CommonJS: its parts are properties of its only export.
const { Format, Presets } = cliProgress

import { printError } from './console'

/** A progress bar with rate and remaining time. */
export interface Progress {
  /** `of` is in the same unit as `done`: rows where they are known, else bytes. */
  show(step: { label: string; done: number; of: number; rows: number; rate: number }): void
  end(): void
}

const TIMES_A_SECOND = 10

/** A bar on standard error of a terminal; elsewhere one line per label. */
export function showProgress(): Progress {
  let bar: SingleBar | undefined
  let label = ''
  let started = 0
  const end = () => {
    bar?.stop()
    bar = undefined
  }
  return {
    show(step) {
      if (step.label !== label) {
        end()
        label = step.label
        started = Date.now()
        if (!process.stderr.isTTY) return printError(`${label} …`)
        bar = new cliProgress.SingleBar(
          { format: formatBar, fps: TIMES_A_SECOND, hideCursor: true, clearOnComplete: false },
          Presets.shades_classic,
        )
        bar.start(step.of, 0, { ...step, left: Number.NaN })
      }
      const share = step.of > 0 ? Math.min(1, step.done / step.of) : 0
      const left = share > 0 ? ((Date.now() - started) / 1000) * (1 / share - 1) : Number.NaN
      bar?.setTotal(step.of)
      bar?.update(Math.min(step.done, step.of), { ...step, left })
    },
    end,
  }
}

const thousands = (value: number): string => Math.round(value).toLocaleString('en-US')

function formatBar(
  options: Parameters<typeof Format.BarFormat>[1],
  { progress }: { progress: number },
  payload: { label: string; rows: number; rate: number; left: number },
): string {
  const left = Number.isFinite(payload.left) ? `, ${Math.ceil(payload.left)} s left` : ''
  const share = String(Math.floor(progress * 100)).padStart(3)
  return `${payload.label.padEnd(28)} ${Format.BarFormat(progress, options)} ${share}%  ${thousands(payload.rows)} records, ${thousands(payload.rate)} a second${left}`
}
