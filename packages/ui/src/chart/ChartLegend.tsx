import { bandName, type ChartModel, type ChartSeries, isOfLines } from '@leaselight/charts'
import { formatCell, pluralize } from '@leaselight/model'
import classes from './legend.module.css'
import { panelsOf } from './onePanel'

/** Charts whose series are lines and axes that have their names beside them. */
const NAMED_IN_PICTURE: ReadonlySet<ChartModel['kind']> = new Set(['trend', 'outlook', 'dots', 'strip'])

interface Props {
  model: ChartModel
  /** With the lines that are not drawn, where there is room for one. */
  whole: ChartModel
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
  /** Draws another line. */
  onPanel: (key: string) => void
}

/** What the marks of a chart are; pressing a series hides it. */
export function ChartLegend({ model, whole, hidden, onToggle, onPanel }: Props) {
  if (model.kind === 'heatMap') return <Scale model={model} />
  const own = model.series.filter((series) => series.priorOf === undefined)
  const band = bandName(model)
  const pale = model.series.filter((series) => series.priorOf !== undefined)
  const [line] = own
  const isLine = isOfLines(model)
  return (
    <div className={classes.legend}>
      {model !== whole && (
        <span className={classes.panels}>
          {panelsOf(whole).map(({ key, label }) => (
            <button
              key={key}
              type="button"
              className={`${classes.panel} ll-focus`}
              aria-pressed={key === line?.key}
              onClick={() => onPanel(key)}
            >
              {label}
            </button>
          ))}
        </span>
      )}
      {model.unit && !isLine && <span>{model.unit}</span>}
      {isLine && own.length === 1 && line && model === whole && (
        <span className={classes.prior}>
          <Swatch series={line} line />
          {line.label}
        </span>
      )}
      {own.length > 1 &&
        !NAMED_IN_PICTURE.has(model.kind) &&
        own.map((series) => (
          <button
            key={series.key}
            type="button"
            className={`${classes.series} ll-focus`}
            aria-pressed={!hidden.has(series.key)}
            onClick={() => onToggle(series.key)}
          >
            <Swatch series={series} />
            {series.label}
          </button>
        ))}
      {paleNames(model, pale).map(({ name, dashed }) => (
        <span key={name} className={classes.prior}>
          <span
            className={`${classes.swatch} ${isLine ? classes.line : ''} ${classes.pale}`}
            data-dashed={dashed || undefined}
            aria-hidden
          />
          {name}
        </span>
      ))}
      {band && (
        <span className={classes.prior}>
          <span className={`${classes.swatch} ${classes.usual}`} aria-hidden />
          {band}
        </span>
      )}
      {model.notes && (
        <span className={classes.prior}>
          <span className={classes.note} aria-hidden />
          {pluralize(model.notes.length, 'note')}
        </span>
      )}
    </div>
  )
}

/** What the pale lines or bars are: the prior period, whichever numbers they are of, or what each of them is. */
function paleNames({ kind, prior }: ChartModel, pale: readonly ChartSeries[]): { name: string; dashed?: boolean }[] {
  if (kind === 'outlook') return pale.map(({ label, dashed = false }) => ({ name: label, dashed }))
  return pale.length > 0 ? [{ name: prior ?? 'prior period' }] : []
}

/** The legend of a heat map's colors, from zero to the maximum. */
function Scale({ model }: { model: ChartModel }) {
  const color = `var(--ll-chart-${model.series[0]?.color ?? 'ink'})`
  return (
    <div className={classes.legend}>
      <span>{model.unit}</span>
      <span className={classes.scale}>
        <span className="ll-number">{formatCell(0, model.format)}</span>
        <span
          className={classes.ramp}
          style={{
            background: `linear-gradient(to right, color-mix(in srgb, ${color} 7%, var(--ll-surface)), ${color})`,
          }}
          aria-hidden
        />
        <span className="ll-number">{formatCell(model.max, model.format)}</span>
      </span>
      {model.shading && (
        <span className={classes.prior}>
          <span className={`${classes.swatch} ${classes.pale}`} aria-hidden />
          {model.shading}
        </span>
      )}
    </div>
  )
}

/** A line over bars is drawn in the text's color, so that it is seen on each of theirs. */
const Swatch = ({ series: { color, asLine = false }, line = asLine }: { series: ChartSeries; line?: boolean }) => (
  <span
    className={`${classes.swatch} ${line ? classes.line : ''}`}
    style={{ background: asLine ? 'var(--ll-ink)' : `var(--ll-chart-${color})` }}
    aria-hidden
  />
)
