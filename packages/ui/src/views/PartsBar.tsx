import type { ChartColor } from '@leaselight/charts'
import type { Judgement, TableColumn } from '@leaselight/model'
import { Change } from '../parts/Change'
import { DrillDownButton } from './DrillDownButton'
import classes from './partsBar.module.css'

/** One part of a whole. */
export interface BarPart {
  key: string
  label: string
  /** What the part means, as a sentence. */
  definition?: string
  value: number
  /** The value, and its share of the whole, as text. */
  text: string
  share: string
  color: ChartColor
  format: TableColumn['format']
  /** What the change from the prior period is worth. */
  judgement?: Judgement | null | undefined
  /** Opens the list behind the number. */
  onOpen?: (() => void) | undefined
}

/** A whole as one bar of its parts. Each part is named below with its number, so that color is never the only cue. */
export function PartsBar({ parts, label }: { parts: readonly BarPart[]; label: string }) {
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <div className={classes.parts}>
      <div className={classes.bar} role="img" aria-label={describe(label, parts)}>
        {parts
          .filter(({ value }) => value > 0)
          .map(({ key, value, color, label: name, text }) => (
            <span
              key={key}
              title={`${name}: ${text}`}
              style={{ flexGrow: whole > 0 ? value : 1, background: `var(--ll-chart-${color})` }}
            />
          ))}
      </div>
      <ul className={classes.legend} data-parts>
        {parts.map(({ key, label: name, definition, text, share, color, format, judgement, onOpen }) => (
          <li key={key}>
            <span className={classes.swatch} style={{ background: `var(--ll-chart-${color})` }} aria-hidden />
            <span className={classes.partName} title={definition}>
              {name}
            </span>
            <span className={`${classes.partValue} ll-number`}>
              {onOpen ? (
                <DrillDownButton label={`${name}, ${text}: open the list`} onOpen={onOpen}>
                  {text}
                </DrillDownButton>
              ) : (
                text
              )}
            </span>
            <span className={`${classes.partShare} ll-number`}>{share}</span>
            {judgement && <Change judgement={judgement} format={format} number={text} quiet />}
          </li>
        ))}
      </ul>
    </div>
  )
}

const describe = (label: string, parts: readonly BarPart[]): string =>
  `${label}: ${parts.map(({ label: name, text, share }) => `${name} ${text}, ${share}`).join('; ')}`
