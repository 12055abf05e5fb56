import {
  activeFilters,
  barFilters,
  describeFilter,
  type FilterKey,
  hasSameValue,
  neutralState,
  pluralize,
  type ReportDefinition,
  rankedColumns,
} from '@leaselight/model'
import { ComparisonPicker, FilterBar, PageScope, useIsPhone } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { type RefObject, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { OmnibarButton } from '../../omnibar/OmnibarButton'
import { OmnibarContext } from '../../omnibar/useOmnibar'
import { changedFilterCount } from '../../state/reportState'
import { isScopeFilter } from '../../state/scope'
import type { ReportControls } from '../useReportState'
import type { FilterChoices } from './choices'
import { FilterControl } from './FilterControl'
import { isGrouping, SwitchControl } from './GroupingControls'
import { LockedScope } from './LockedScope'
import { dateControl, lockedDates, propertyControl } from './scopeControls'

interface Props {
  report: ReportDefinition
  controls: ReportControls
  choices: FilterChoices
}

/**
 * The bar above every report: the session's properties, dates, what they are compared with and who their peers are,
 * then what else the report can be filtered by. On a phone it is a sheet.
 */
export function ReportFilters({ report, controls, choices }: Props) {
  const { state, update, reset } = controls
  const phone = useIsPhone()
  const openOmnibar = useContext(OmnibarContext)
  const bar = useStickyHeight()
  return (
    <PageScope ref={bar}>
      <FilterBar
        activeCount={changedFilterCount(report, state)}
        onReset={reset}
        summary={summaryOf(report, controls, choices)}
        end={openOmnibar && <OmnibarButton place="bar" onOpen={openOmnibar} />}
      >
        {[propertyControl(report), dateControl(report)].map((control) =>
          typeof control === 'string' ? (
            <FilterControl
              key={control}
              filter={control}
              report={report}
              state={state}
              choices={choices}
              onChange={update}
            />
          ) : (
            <LockedScope key={control.of} report={report} today={choices.today} {...control} />
          ),
        )}
        {dateControl(report) === 'dateRange' && (
          <ComparisonPicker
            value={state.filters.dateRange}
            today={choices.today}
            onChange={(dateRange) => update({ dateRange })}
          />
        )}
        <OwnControls report={report} controls={controls} choices={choices} whole={phone} bar={bar} />
      </FilterBar>
    </PageScope>
  )
}

/** Tells the page how much of the window's top the bar covers; in a narrow window it scrolls away. */
function useStickyHeight() {
  const sticky = useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false })
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [element, page] = [bar.current, bar.current?.parentElement]
    if (!sticky || !element || !page) return
    const observer = new ResizeObserver(() => page.style.setProperty('--ll-sticky-top', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      page.style.removeProperty('--ll-sticky-top')
    }
  }, [sticky])
  return bar
}

interface OwnProps extends Props {
  whole: boolean
  bar: RefObject<HTMLElement | null>
}

/**
 * What else a report can be filtered by, and its peers: only what is set, or what the report is usually read by, and of
 * these as many as fit beside the scope. The others are behind a button.
 */
function OwnControls({ report, controls, choices, whole, bar }: OwnProps) {
  const [unfolded, setUnfolded] = useState(false)
  // What was just cleared stays where it is, and keeps the focus.
  const [touched, setTouched] = useState<readonly string[]>([])
  const { state, setSwitch } = controls
  const update: ReportControls['update'] = (changed) => {
    setTouched((before) => [...before, ...Object.keys(changed)])
    controls.update(changed)
  }
  const active = activeFilters(report, state)
  const onPage = (key: string) => (report.inlineControls?.includes(key) ?? false) || (!whole && isGrouping(report, key))
  const inScope: unknown[] = [propertyControl(report), dateControl(report), 'peers']
  const filters = barFilters(report, active).filter(
    (key) => !onPage(key) && !isScopeFilter(key) && !inScope.includes(key),
  )
  const canCompare = rankedColumns(report, state).length > 0
  const all: FilterKey[] = [...(canCompare ? (['peers'] as const) : []), ...filters]
  const switches = Object.entries(report.switches ?? {}).filter(([key]) => !onPage(key))
  const usual: readonly string[] = report.defaultFilters
  const neutral = neutralState(report).filters
  // How numbers are shown is no filter, but people look for what they chose.
  const isSet = (key: FilterKey) => !hasSameValue(key, state.filters, neutral)
  const isFolded = (key: FilterKey) => ![...usual, ...touched].includes(key) && !isSet(key)
  const isFree = whole || unfolded
  const wanted = isFree ? all : all.filter((key) => !isFolded(key))
  // What comes last is asked for least; what is set is left out only where nothing else can be.
  const unset = wanted.filter((key) => !isSet(key))
  const set = wanted.filter(isSet)
  const place = useRef<HTMLSpanElement>(null)
  const { over, isTight } = useOverflow(bar, place, state, isFree ? null : wanted.length)
  const order = [...unset.toReversed(), ...set.toReversed()]
  const left = new Set(order.slice(0, over))
  const shown = wanted.filter((key) => !left.has(key))
  const rest = all.filter((key) => !shown.includes(key))
  return (
    <>
      <span ref={place} data-tight={isTight || undefined} hidden />
      {shown.map((key) => (
        <FilterControl key={key} filter={key} report={report} state={state} choices={choices} onChange={update} />
      ))}
      {switches.map(([key, item]) => (
        <SwitchControl
          key={key}
          item={item}
          value={state.switches[key] ?? item.initial}
          onChange={(value) => setSwitch(key, value)}
        />
      ))}
      {rest.length > 0 && (
        <MoreFilters count={rest.length} set={rest.filter(isSet).length} onUnfold={() => setUnfolded(true)} />
      )}
    </>
  )
}

/** The button for the folded filters; it says how many of them are set. */
function MoreFilters({ count, set, onUnfold }: { count: number; set: number; onUnfold: () => void }) {
  const hidden = set > 0 ? `, ${set} set` : ''
  return (
    <Button
      // As high as a chip: a line is no higher for it.
      h={32}
      variant={set > 0 ? 'light' : 'subtle'}
      color={set > 0 ? 'accent' : 'gray'}
      leftSection={<IconPlus size={14} aria-hidden />}
      aria-label={`Filter, ${count} more${hidden}`}
      onClick={onUnfold}
    >
      Filter{hidden}
    </Button>
  )
}

/**
 * How many of the filters have to be left out so that the bar is one line, and whether that is not enough.
 * @param place an element among the chips: the bar itself isn't known yet when they are laid out the first time
 * @param most how many can be; null where the bar may have more lines
 */
function useOverflow(
  bar: RefObject<HTMLElement | null>,
  place: RefObject<HTMLElement | null>,
  state: unknown,
  most: number | null,
): { over: number; isTight: boolean } {
  const [width, setWidth] = useState(0)
  const [height, setHeight] = useState(0)
  const [fit, setFit] = useState({ state, width, over: 0 })
  // Other values or another window have other room.
  const steps = most === null ? 0 : most + 1
  const over = fit.state === state && fit.width === width ? Math.min(fit.over, steps) : 0
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      setWidth(element.offsetWidth)
      // Texts in a font that came late are wider.
      setHeight(element.offsetHeight)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [bar])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a bar of another height has other lines
  useLayoutEffect(() => {
    const chips = [...(place.current?.parentElement?.children ?? [])].filter((chip) => chip !== place.current)
    const [first, last] = [chips[0], chips.at(-1)].map((chip) => chip?.getBoundingClientRect())
    if (first && last && last.top > first.bottom && over < steps) setFit({ state, width, over: over + 1 })
  }, [place, state, width, height, over, steps])
  return { over: Math.min(over, most ?? 0), isTight: most !== null && over > most }
}

// On a phone these words are all that says which properties and days are meant.
function summaryOf(report: ReportDefinition, { state }: ReportControls, choices: FilterChoices): string {
  const { names, today } = choices
  const [properties, dates] = [propertyControl(report), dateControl(report)]
  const ids = properties === 'property' ? [state.filters.property] : state.filters.propertyIds
  const [first, ...more] = typeof properties === 'string' ? ids : []
  return [
    first === undefined || more.length > 0
      ? pluralize(more.length > 0 ? ids.length : choices.properties.length, 'property')
      : names.property(first),
    typeof dates === 'string' ? describeFilter(dates, state.filters, names) : lockedDates(report, today).split(':')[0],
  ].join(' · ')
}
