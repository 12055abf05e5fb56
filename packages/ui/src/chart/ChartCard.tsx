import { type ChartMark, type ChartModel, toTable } from '@leaselight/charts'
import { isPlain, isPlainKind, mountPlain } from '@leaselight/charts/plain'
import { Button, useComputedColorScheme } from '@mantine/core'
import { IconChartLine, IconNote, IconTable } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  Suspense,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { partOf } from '../parts/partOf'
import { useIsPhone } from '../parts/useIsPhone'
import { useIsPrinting } from '../parts/useIsPrinting'
import { ErrorBoundary } from '../states/ErrorBoundary'
import { LoadingInline } from '../states/Loading'
import { ErrorState } from '../states/States'
import { type CanvasProps, ChartCanvas } from './ChartCanvas'
import { ChartLegend } from './ChartLegend'
import { ChartNotes } from './ChartNotes'
import classes from './chart.module.css'
import { onePanel } from './onePanel'

const LibraryCanvas = partOf(() => import('./LibraryCanvas'))

/** Lines and bars; they need no library. */
const PlainCanvas = (props: CanvasProps) => <ChartCanvas mount={mountPlain} {...props} />

interface Props {
  /** Null until the chart is ready. */
  model: ChartModel | null
  /** The card’s height, of a number in pixels, the same while loading, so that nothing below it moves; a phone has its own. */
  height?: number | string
  /** The height on a phone, where what it shows is below each other. */
  phoneHeight?: number | undefined
  loading?: boolean
  /** Why there is no picture, where there are numbers. */
  emptyText?: string | null | undefined
  /** New numbers are loading; the old chart stays, dimmed. */
  stale?: boolean
  /** Why the chart's numbers couldn't be loaded. */
  error?: { message: string; retry: () => void }
  /** What else can be done with it, beside its title; shown where the pointer or the focus is. */
  action: ReactNode
  /** Opens what a mark stands for, as its table cell would. */
  onPick?: ((mark: ChartMark) => void) | undefined
}

/** Leaves the picture 200 pixels below its title and legend. */
const PHONE_HEIGHT = 328

/** Fetches what draws charts of some kinds, so that it comes beside their numbers. */
export function prefetchDrawing(charts: readonly Pick<ChartModel, 'kind'>[]): void {
  if (!charts.every(({ kind }) => isPlainKind(kind))) LibraryCanvas.fetch()
}

/** A chart below its title, with a legend that toggles series and the same numbers as a table (key T). */
export function ChartCard(props: Props) {
  const { model: whole, height: wanted = 348, loading = false, emptyText, stale = false, error, action, onPick } = props
  const phone = useIsPhone()
  const height = phone ? (props.phoneHeight ?? PHONE_HEIGHT) : wanted
  const [panel, setPanel] = useState<string | null>(null)
  const model = useMemo(() => (phone && whole ? onePanel(whole, panel) : whole), [phone, whole, panel])
  const notes = use(ChartNotes)
  const [asTable, setAsTable] = useState(false)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const chosen = useComputedColorScheme('light', { getInitialValueInEffect: false })
  // Paper is always light.
  const scheme = useIsPrinting() ? 'light' : chosen
  const shown = useRef<HTMLElement>(null)
  const followed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the key has changed what is shown
  useEffect(() => {
    if (followed.current) shown.current?.focus()
    followed.current = false
  }, [asTable])
  if (error)
    return (
      <div style={{ minHeight: height }}>
        <ErrorState message={error.message} retry={error.retry} />
      </div>
    )
  // No landmark until there is a title to label it.
  if (!model || !whole)
    return (
      <div className={classes.card} style={{ height }} aria-busy={loading}>
        <div className={classes.head} />
        <div className={classes.picture}>
          <div className={classes.centre}>
            {loading ? (
              <LoadingInline label="Loading the chart" />
            ) : (
              (emptyText ?? 'There is nothing to draw in this period.')
            )}
          </div>
        </div>
      </div>
    )
  const Canvas = isPlain(model) ? PlainCanvas : LibraryCanvas
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 't' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    // The focused element may be removed; focus then moves to its replacement so that the key works again.
    followed.current = true
    setAsTable(!asTable)
  }
  const toggle = (key: string): void => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    setHidden(next)
  }
  return (
    <section
      className={classes.card}
      style={{ height }}
      aria-label={`Chart: ${model.title}`}
      aria-busy={stale}
      data-stale={stale || undefined}
      data-pinnable={action ? true : undefined}
      onKeyDown={onKeyDown}
    >
      <div className={classes.head}>
        <h2 className={classes.title}>{model.title}</h2>
        {action}
        {notes && model.days && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconNote size={14} aria-hidden />}
            data-no-print
            onClick={() => {
              // The newest day that has come: what is ahead begins with it.
              const newest = model.kind === 'outlook' ? model.days?.[0]?.start : model.days?.at(-1)?.end
              if (newest) notes.onAdd({ start: newest, end: newest })
            }}
          >
            Add a note
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={asTable ? <IconChartLine size={14} aria-hidden /> : <IconTable size={14} aria-hidden />}
          aria-keyshortcuts="T"
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      <ChartLegend model={model} whole={whole} hidden={hidden} onToggle={toggle} onPanel={setPanel} />
      {asTable ? (
        <Numbers model={whole} ref={shown} />
      ) : (
        <div className={classes.picture}>
          <ErrorBoundary
            fallback={() => (
              <div className={classes.undrawn}>
                <p role="alert" className={classes.note}>
                  We couldn’t draw this chart. Here are its numbers.
                </p>
                <Numbers model={model} ref={shown} />
              </div>
            )}
            resetKey={model.title}
          >
            <Suspense
              fallback={
                <div className={classes.centre}>
                  <LoadingInline label="Drawing the chart" />
                </div>
              }
            >
              <Canvas
                ref={(element) => {
                  if (element) shown.current = element
                }}
                model={model}
                hidden={hidden}
                scheme={scheme}
                label={described(model)}
                onPick={onPick}
              />
            </Suspense>
          </ErrorBoundary>
        </div>
      )}
      {model.note && <p className={classes.note}>{model.note}</p>}
    </section>
  )
}

function Numbers({ model, ref }: { model: ChartModel; ref: Ref<HTMLElement> }) {
  const { header, rows } = useMemo(() => toTable(model), [model])
  return (
    <section
      ref={ref}
      className={`${classes.numbers} ll-focus`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="The chart’s numbers"
    >
      <table>
        <thead>
          <tr>
            {header.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...texts], line) => (
            // Two rows may have the same name; they are never reordered within a model.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={line}>
              <th scope="row">{name}</th>
              {texts.map((text, index) => (
                <td key={header[index + 1]} className="ll-number">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function described(model: ChartModel): string {
  const names = model.series.filter((series) => series.priorOf === undefined).map((series) => series.label)
  const ends = [model.categories[0], model.categories.at(-1)].filter(Boolean).join(' to ')
  const gray = model.shading ? ` Gray: ${model.shading}.` : ''
  return `${model.title}. ${names.join(', ')} by ${model.categoryLabel.toLowerCase()}, ${ends}.${gray} Press T for the numbers as a table.`
}
