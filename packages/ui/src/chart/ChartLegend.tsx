import { bandName, type ChartModel, type ChartSeries, isOfLines } from '@leaselight/charts'
import { formatCell, pluralize } from '@leaselight/model'
import classes from './legend.module.css'

/** Charts whose series are lines and axes that have their names beside them. */
const NAMED_IN_PICTURE: ReadonlySet<ChartModel['kind']> = new Set(['trend', 'outlook', 'dots', 'strip'])

interface Props {
  model: ChartModel
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
}

/** What the marks of a chart are; pressing a series hides it. */
export function ChartLegend({ model, hidden, onToggle }: Props) {
  if (model.kind === 'heatMap') return <Scale model={model} />
  const own = model.series.filter((series) => series.priorOf === undefined)
  const band = bandName(model)
  const compared = own.length < model.series.length
  return (
    <div className={classes.legend}>
      {model.unit && <span>{model.unit}</span>}
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
      {compared && (
        <span className={classes.prior}>
          <span className={`${classes.swatch} ${isOfLines(model) ? classes.line : ''} ${classes.pale}`} aria-hidden />
          {model.prior ?? 'prior period'}
        </span>
      )}
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

const Swatch = ({ series }: { series: ChartSeries }) => (
  <span className={classes.swatch} style={{ background: `var(--ll-chart-${series.color})` }} aria-hidden />
)
