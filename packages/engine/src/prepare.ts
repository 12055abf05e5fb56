import { applyFlags, dayAt, type ReportDefinition, type ReportState, type Viewer } from '@leaselight/model'
import type { CompanyContext } from './access/companyContext'
import type { CompanyKnowledge } from './access/companyKnowledge'
import { rejectUnavailableFilters, type Scope, scopeOf } from './access/scope'
import { type QueryContext, type ReportQuery, withCounted } from './plan/measures'
import { stateOfWeeks } from './plan/weeks'
import type { RunOptions } from './questions'

interface Sources {
  directory: (viewer: Viewer) => Promise<CompanyContext>
  loadQuery: (key: string) => Promise<ReportQuery>
  knowledge: CompanyKnowledge
}

interface Asked {
  report: ReportDefinition
  state: ReportState
  viewer: Viewer
  /** The instant that stands for now. */
  at: Date
  /** What is counted instead of its period. */
  points?: RunOptions['points']
  signal?: AbortSignal | undefined
}

/** What a question is about, and how its report counts: its viewer's company, its scope, and its measures. */
export async function prepareQuestion(
  { directory, loadQuery, knowledge }: Sources,
  { report: asked, state: given, viewer, at, points, signal }: Asked,
) {
  const [current, query] = await Promise.all([directory(viewer), loadQuery(asked.key)])
  const who = { ...current, today: dayAt(at.getTime(), current.company.timeZone) }
  const report = applyFlags(asked, who.company.flags)
  const state = points === 'weeks' ? stateOfWeeks(report, given, who) : given
  rejectUnavailableFilters(asked, report, state)
  const scope = scopeOf(report, state, who)
  const learned = await knowledge.learned(query.learns, who, signal)
  const context = { ...queryContextOf(scope, state, who, at), ...learned }
  const notes = query.notes?.(context) ?? []
  const marks = query.marks?.(context) ?? {}
  const list = query.list?.bind(query)
  const listOver =
    list &&
    ((days: Pick<QueryContext, 'current' | 'prior'>) => {
      const ofDays = { ...context, ...days }
      return withCounted(list(ofDays), query.measures(ofDays))
    })
  const sets = query.measures(context)
  // Only lists need it.
  const opened = () => ({ ...sets, ...query.evidence?.(context) })
  return { who, state, scope, at, sets, opened, listOver, notes, marks }
}

/** What a report's query depends on. */
export function queryContextOf(
  scope: Scope,
  state: ReportState,
  companyContext: CompanyContext,
  now: Date,
): QueryContext {
  return {
    companyId: companyContext.company.id,
    derived: companyContext.derived,
    peopleAtHand: companyContext.peopleAtHand,
    filters: state.filters,
    switches: state.switches,
    now,
    today: companyContext.today,
    current: scope.plan.current,
    prior: scope.plan.prior,
    properties: scope.properties,
    sources: companyContext.sources,
    flags: companyContext.company.flags,
  }
}

/** Prepares a question of a viewer, by default as of now. */
export type Prepare = (
  report: ReportDefinition,
  state: ReportState,
  viewer: Viewer,
  options?: Pick<RunOptions, 'at' | 'points' | 'signal'>,
) => ReturnType<typeof prepareQuestion>
