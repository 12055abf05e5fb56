import { hourLabel } from '../filters/enums'
import { pluralize } from '../format/text'
import { formatAverage, formatCell, formatDay } from '../format/values'
import type { Band } from '../judgement/bands'
import type { ReportDefinition } from '../report/definition'
import { type InsightLink, insightLink } from '../report/insights'
import { addTo, type Day, type DayRange, daysBetween } from '../time/dates'
import { type NoteAround, notesAround } from '../timelineNotes/around'
import type { TimelineNote } from '../timelineNotes/note'
import { levelOf } from './amounts'
import { atHours, ofAll, stateOf } from './proofStates'
import { LONGEST_SLICES, SLICE_DAYS } from './signal'
import { type StoredFinding, type StoredProof, watchOf } from './stored'
import { type Watch, type WatchTopic, watchedParts, watchTopics } from './watch'
import { weekBand } from './weekBand'

/** What shows a finding, in words. */
export interface ToldProof {
  report: string
  title: string
  sentence: string
  /** `4 weeks to Nov 24. Before Aug 13, it would have been 9 calls.` */
  comparison: string
  period: DayRange
  link: InsightLink
  /** The report with the cases alone: at its hours, where it is about some. */
  cases: InsightLink
  /** The report with the subject beside its peers. */
  beside: InsightLink
}

/** A finding in words, with the report that shows it. */
export interface WordedFinding {
  key: string
  topic: WatchTopic
  /** `Answers to leads` */
  about: string
  subject: { kind: StoredFinding['subject']['kind']; propertyId: number | null; name: string }
  sentence: string
  comparison: string
  since: Day | null
  /** `since about Mar 21` */
  sinceText: string
  cost: { leases: number; dollars: number; text: string }
  /** The names of those it comes from, where single ones stand out. */
  who: string[]
  /** The number in each of the latest weeks, the oldest first. */
  trend: (number | null)[]
  /** The same from some weeks before the change on, where that is longer ago. */
  history: (number | null)[]
  /** What a week of it usually was; null where that isn't known. */
  usual: Band | null
  /** What a case usually brought, so that the part of each row in it can be told; null where it isn't the subject's own. */
  level: number | null
  proofs: ToldProof[]
  /** The notes on the timeline around the day since which it is so: candidates, never causes. */
  around: NoteAround[]
  link: InsightLink
}

/** Names as a finding's reader may see them; null for what the reader may not. */
export interface FindingNames {
  company: string
  property: (id: number) => string | null
  agent: (id: number) => string | null
  source: (name: string) => string
}

/**
 * A finding in words; null when its reader may see nothing that shows it.
 * @param reports those that the reader may open
 * @param end the last day that the finding knows
 * @param notes the notes on the timeline that its reader may see
 */
export function tellFinding(
  finding: StoredFinding,
  reports: readonly ReportDefinition[],
  names: FindingNames,
  { end, today }: { end: Day; today: Day },
  notes: readonly TimelineNote[] = [],
): WordedFinding | null {
  const { subject } = finding
  const name =
    subject.kind === 'company'
      ? names.company
      : subject.kind === 'source'
        ? names.source(String(subject.key))
        : names.property(Number(subject.key))
  if (name === null) return null
  const proofs = finding.proofs.flatMap((proof): ToldProof[] => {
    const report = reports.find(({ key }) => key === proof.report)
    const watch = watchOf(report?.watches, proof)
    return report && watch ? [tellProof(report, watch, proof, name, names, end, today)] : []
  })
  const [first] = proofs
  if (!first) return null
  const propertyId = subject.kind === 'property' ? Number(subject.key) : null
  const lead = finding.proofs.find((proof) => reports.some(({ key }) => key === proof.report))
  const since = lead?.since ?? finding.since
  return {
    key: finding.key,
    topic: finding.topic,
    about: watchTopics[finding.topic],
    subject: { kind: subject.kind, propertyId, name },
    sentence: first.sentence,
    comparison: first.comparison,
    since,
    sinceText: since === null ? '' : `since about ${formatDay(since, today)}`,
    cost: { ...finding.cost, text: costText(finding.cost) },
    who: whoOf(finding, names),
    trend: lead?.trend.slice(-LONGEST_SLICES) ?? [],
    history: lead?.trend.slice(-Math.max(LONGEST_SLICES, weeksFrom(since, end) + WEEKS_BEFORE)) ?? [],
    usual: lead ? weekBand(lead) : null,
    level: lead && lead.level === subject.kind && lead.kind !== 'mean' ? levelOf(lead.reference) : null,
    proofs,
    around: notesAround(notes, since, propertyId, today),
    link: first.link,
  }
}

/** How much of the time before a change is shown. */
const WEEKS_BEFORE = 8

const weeksFrom = (since: Day | null, end: Day): number =>
  since === null ? 0 : Math.ceil((daysBetween(since, end) + 1) / SLICE_DAYS)

function tellProof(
  report: ReportDefinition,
  watch: Watch,
  proof: StoredProof,
  subject: string,
  names: FindingNames,
  end: Day,
  today: Day,
): ToldProof {
  const period = { start: addTo(end, 1 - proof.slices * SLICE_DAYS), end }
  const agent = proof.level === 'agent' ? names.agent(Number(proof.keys[1])) : null
  const name = agent === null ? subject : `${agent} at ${subject}`
  const clause = proof.hours.length > 0 ? ` ${hoursText(proof.hours)}` : ''
  const { now, reference } = proof
  const usual = { part: now.whole * levelOf(reference), whole: now.whole }
  const state = stateOf(report, watch, proof, period)
  return {
    report: report.key,
    title: report.title,
    sentence: `${name} ${sentenceOf(report, watch, proof, now)}${clause}.`,
    comparison: `${durationText(proof, end, today)}${comparisonText(report, watch, proof, usual, today)}`,
    period,
    link: insightLink(report, state),
    cases: insightLink(report, atHours(report, state, proof)),
    beside: insightLink(report, ofAll(report, state)),
  }
}

type Numbers = StoredProof['now']

/** A number in the words of a watch, with or without its noun. */
const PLACE = /\{(part|rest|whole|value)(?::([^}]+))?\}/g

const numberOf = (value: number): string => formatCell(Math.round(value), 'integer')

/** The watch's own words with the numbers in them. */
function sentenceOf(report: ReportDefinition, watch: Watch, { kind }: StoredProof, numbers: Numbers): string {
  const parts = watchedParts(report.columns, watch)
  const wholeFormat = report.columns[parts?.whole ?? '']?.format ?? 'integer'
  const format = report.columns[watch.column]?.format ?? 'decimal'
  const counts = { part: numbers.part, rest: numbers.whole - numbers.part, whole: numbers.whole }
  const written = {
    part: numberOf(counts.part),
    rest: numberOf(counts.rest),
    whole: formatCell(Math.round(counts.whole), wholeFormat),
    value:
      kind === 'mean'
        ? formatAverage(levelOf(numbers), format, numbers.whole)
        : formatCell(levelOf(numbers), 'decimal'),
  }
  return watch.says.replace(PLACE, (_, place: keyof typeof written, noun?: string) => {
    if (noun === undefined || place === 'value') return written[place]
    const [one = '', many] = noun.split('|')
    return pluralize(Math.round(counts[place]), one, many)
  })
}

/** What every sentence of a watch matches, whatever its numbers are. */
export function wordsOfWatch({ says }: Pick<Watch, 'says'>): RegExp {
  const plain = (text: string) => text.replace(/[^\w\s]/g, '\\$&')
  let pattern = ''
  let end = 0
  for (const { 0: whole, 2: noun, index } of says.matchAll(PLACE)) {
    const [one = '', many] = noun?.split('|') ?? []
    const nouns = [1, 2].map((count) => plain(pluralize(count, one, many).slice(2)))
    pattern += `${plain(says.slice(end, index))}.+${noun === undefined ? '' : ` (?:${nouns.join('|')})`}`
    end = index + whole.length
  }
  return new RegExp(pattern + plain(says.slice(end)))
}

/** What the number would have been before the change, or at the other properties. */
function comparisonText(
  report: ReportDefinition,
  watch: Watch,
  { kind, basis, since }: StoredProof,
  usual: Numbers,
  today: Day,
): string {
  const format = report.columns[watch.column]?.format ?? 'decimal'
  const value = kind === 'mean' ? formatAverage(levelOf(usual), format, usual.whole) : casesIn(watch, usual)
  if (basis === 'peers') return `At the other properties, it would be ${value}.`
  const day = since === null ? '' : `Before ${formatDay(since, today)}, `
  return `${day}it would have been ${value}.`
}

/** The cases that a watch's sentence counts, with their noun where it has one: `9`, `3 leases`. */
function casesIn({ says }: Watch, { part, whole }: Numbers): string {
  const [, place, noun] = [...says.matchAll(PLACE)].find(([, name]) => name === 'part' || name === 'rest') ?? []
  const count = Math.round(place === 'rest' ? whole - part : part)
  const [one = '', many] = noun?.split('|') ?? []
  return noun === undefined ? numberOf(count) : pluralize(count, one, many)
}

/** `between 12 PM and 2 PM`; hours apart are listed. */
function hoursText(hours: readonly number[]): string {
  const [first, last] = [hours[0] ?? 0, hours.at(-1) ?? 0]
  const isRun = hours.length === last - first + 1
  return isRun
    ? `between ${hourLabel(first)} and ${hourLabel((last + 1) % 24)}`
    : `in the hours from ${hours.map(hourLabel).join(', ')}`
}

/** Counts say over which weeks; an average and a stock need no time. */
function durationText({ kind, slices }: StoredProof, end: Day, today: Day): string {
  if (kind === 'mean' || kind === 'stock') return ''
  return `${slices === 1 ? 'The week' : `${slices} weeks`} to ${formatDay(end, today)}. `
}

/** Below a lease a month, dollars say more. */
function costText({ leases, dollars }: StoredFinding['cost']): string {
  if (leases >= 1) {
    const count = leases < 10 ? Math.round(leases * 2) / 2 : Math.round(leases)
    return `costs about ${count} ${count === 1 ? 'lease' : 'leases'} a month`
  }
  const step = dollars < 1_000 ? 50 : 100
  return `costs about ${formatCell(Math.round(dollars / step) * step, 'money')} a month`
}

const MAX_WHO = 2

/** The agents whose own numbers show it; none where the first number is an agent's own, whom its sentence names. */
function whoOf({ proofs }: StoredFinding, names: FindingNames): string[] {
  if (proofs[0]?.level === 'agent') return []
  const agents = proofs.flatMap(({ level, keys }) => (level === 'agent' ? (names.agent(Number(keys[1])) ?? []) : []))
  return [...new Set(agents)].slice(0, MAX_WHO)
}

/** What a finding is about, from its key alone: `Willow Creek: Answers to leads`; null for what its reader may not see. */
export function findingLabel(key: string, names: FindingNames): string | null {
  const parts = key.split(':')
  const [kind, topic] = [parts[0], parts.at(-1)]
  const about = Object.entries(watchTopics).find(([name]) => name === topic)?.[1]
  const subject = parts.slice(1, -1).join(':')
  if (about === undefined || (subject === '') !== (kind === 'company')) return null
  const name =
    kind === 'company'
      ? names.company
      : kind === 'source'
        ? names.source(subject)
        : kind === 'property' && /^\d{1,16}$/.test(subject)
          ? names.property(Number(subject))
          : null
  return name === null ? null : `${name}: ${about}`
}
