import { type CompanyContext, InFlight } from '@leaselight/engine'
import {
  daysAround,
  type FindingNames,
  type FindingRuleKind,
  type FindingsAnswer,
  findingLabel,
  type HiddenFinding,
  type StoredFinding,
  tellFinding,
  type Viewer,
  type WaitingFinding,
  type WordedFinding,
  waitingFinding,
} from '@leaselight/model'
import {
  addFindingPass,
  type FindingPass,
  type FindingRule,
  listFindingRules,
  notePassRequest,
  readFindingPass,
  setFindingRule,
} from '@leaselight/state'
import type { Api } from '../http/context'
import { notFound } from '../http/errors'
import { readNotes } from '../timelineNotes/read'
import { type FindingScope, findingScopeOf, lookForFindings } from './find'

/** How long a snooze lasts. */
export const SNOOZE_DAYS = 7
const DAY_MS = 86_400_000

type FindingApi = Pick<Api, 'engine' | 'state' | 'now'>

/** The findings of a viewer, as the viewer may see them; looked for at once where nobody has read them before. */
export async function readFindings(api: FindingApi, viewer: Viewer, signal?: AbortSignal): Promise<FindingsAnswer> {
  const who = await api.engine.companyContext(viewer)
  const scope = findingScopeOf(who)
  const pass = await currentPass(api, viewer, who, scope, signal)
  return {
    ...(await tellPass(api, viewer, who, scope, pass)),
    lookedAt: pass.tests,
    end: pass.endDay,
    computedAt: pass.computedAt.toISOString(),
  }
}

/**
 * The findings that the navigation marks and reports tell. Nothing is looked for, and this doesn't count as reading them: otherwise
 * everyone who signs in would have their own set of properties searched after each import. Null before any search: that
 * is not the same as nothing found.
 */
export async function readWaiting(api: FindingApi, viewer: Viewer): Promise<WaitingFinding[] | null> {
  return (await readKnownFindings(api, viewer))?.map(waitingFinding) ?? null
}

/** What is known of findings without looking for them; null before any search. */
export async function readKnownFindings(api: FindingApi, viewer: Viewer): Promise<WordedFinding[] | null> {
  const who = await api.engine.companyContext(viewer)
  const scope = findingScopeOf(who)
  const pass = await readFindingPass(api.state, viewer.companyId, scope.key)
  if (!pass) return null
  return (await tellPass(api, viewer, who, scope, pass)).findings
}

/** What was found, in words, and what of it is hidden. */
async function tellPass(
  api: FindingApi,
  viewer: Viewer,
  who: CompanyContext,
  scope: FindingScope,
  pass: FindingPass,
): Promise<Pick<FindingsAnswer, 'findings' | 'hidden'>> {
  const rules = await listFindingRules(api.state, viewer, api.now())
  const names = namesFor(who)
  const days = { end: pass.endDay ?? who.today, today: who.today }
  const stored = storedIn(pass)
  const notes = await notesAroundFindings(api, viewer, stored)
  const worded = stored.flatMap((finding) => tellFinding(finding, scope.reports, names, days, notes) ?? [])
  const hidden = hiddenOf(rules, worded, names, who)
  const isHidden = new Set(hidden.map(({ key }) => key))
  return { findings: worded.filter(({ key }) => !isHidden.has(key)), hidden }
}

/** The notes on the timeline near the changes of findings. */
async function notesAroundFindings(api: FindingApi, viewer: Viewer, findings: readonly StoredFinding[]) {
  const near = findings.flatMap(({ since }) => (since === null ? [] : [daysAround(since)]))
  if (near.length === 0) return []
  const [start, end] = [
    near.map((days) => days.start).sort()[0],
    near
      .map((days) => days.end)
      .sort()
      .at(-1),
  ]
  return readNotes(api, viewer, { ...(start && { start }), ...(end && { end }) })
}

/** Hides a finding, or shows it again. A finding about what the viewer may not see is NotFound. */
export async function setRule(
  api: FindingApi,
  viewer: Viewer,
  finding: string,
  kind: FindingRuleKind | null,
): Promise<void> {
  const who = await api.engine.companyContext(viewer)
  const now = api.now()
  const pass = await readFindingPass(api.state, viewer.companyId, findingScopeOf(who).key)
  const rules = await listFindingRules(api.state, viewer, now)
  const isKnown =
    (pass ? storedIn(pass) : []).some(({ key }) => key === finding) || rules.some((rule) => rule.finding === finding)
  if (!isKnown || findingLabel(finding, namesFor(who)) === null) throw notFound('There is no such finding for you.')
  const until = kind === 'snoozed' ? new Date(now.getTime() + SNOOZE_DAYS * DAY_MS) : null
  await setFindingRule(api.state, { companyId: viewer.companyId, userId: viewer.userId, finding }, kind, until, now)
}

async function currentPass(
  api: FindingApi,
  viewer: Viewer,
  who: CompanyContext,
  scope: FindingScope,
  signal: AbortSignal | undefined,
): Promise<FindingPass> {
  const key = { companyId: viewer.companyId, scope: scope.key }
  const known = await readFindingPass(api.state, viewer.companyId, scope.key)
  if (!known) {
    const search = async () => addFindingPass(api.state, key, await lookForFindings(api, viewer, who, scope), api.now())
    return searchesOf(api.state).share(JSON.stringify(key), search, signal)
  }
  const now = api.now()
  if (now.getTime() - known.requestedAt.getTime() > DAY_MS) await notePassRequest(api.state, known, now)
  return known
}

/**
 * Searches for first readers. Who opens the page while one runs waits for the same, and who leaves doesn't end it: at
 * hundreds of properties it takes seconds, and would begin anew each time.
 */
const searches = new WeakMap<Api['state'], InFlight<FindingPass>>()

function searchesOf(state: Api['state']): InFlight<FindingPass> {
  const known = searches.get(state) ?? new InFlight<FindingPass>('goes on')
  searches.set(state, known)
  return known
}

/** Only `lookForFindings` writes this column, and restores bring what it wrote. */
const storedIn = ({ findings }: FindingPass): StoredFinding[] => findings as StoredFinding[]

/** Names as the viewer may see them; a sales demo has other ones. */
export function namesFor({ company, properties, agents, anonymizer }: CompanyContext): FindingNames {
  const property = new Map(properties.map(({ id, name }) => [id, name]))
  const agent = new Map(agents.map(({ id, name }) => [id, name]))
  return {
    company: company.name,
    property: (id) => property.get(id) ?? null,
    agent: (id) => agent.get(id) ?? null,
    source: (name) => anonymizer?.text(name) ?? name,
  }
}

function hiddenOf(
  rules: readonly FindingRule[],
  worded: readonly WordedFinding[],
  names: FindingNames,
  { user }: CompanyContext,
): HiddenFinding[] {
  return rules.flatMap(({ finding, kind, until, userId }): HiddenFinding[] => {
    const label = findingLabel(finding, names)
    if (label === null) return []
    const sentence = worded.find(({ key }) => key === finding)?.sentence ?? label
    const isOwn = user?.id === userId
    return [{ key: finding, kind, sentence, until: until?.toISOString() ?? null, by: isOwn ? 'you' : null }]
  })
}
