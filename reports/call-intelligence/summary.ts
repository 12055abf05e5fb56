import {
  type Cell,
  type Day,
  formatDay,
  formatShare,
  isTelling,
  type Judgement,
  MIN_CASES,
  pluralize,
} from '@leaselight/model'

/** The columns of the report that the sentences use. */
export const summaryColumns = [
  'totalCalls',
  'answered',
  'answeredRate',
  'missed',
  'appointments',
  'appointmentRate',
] as const

type Numbers = Readonly<Partial<Record<(typeof summaryColumns)[number], number | null>>>

/** The part of a result that the sentences need. */
interface Overview {
  total: Numbers
  /** What the changes are worth; without a prior period there are none. */
  judgement: Readonly<Partial<Record<string, Judgement>>> | null
  series: readonly { day: string; missed?: Cell }[]
  today: Day
}

/** A share in parentheses, of enough cases to be one. */
const share = (rate: number | null | undefined, cases: number): string =>
  cases < MIN_CASES || typeof rate !== 'number' ? '' : ` (${formatShare(rate, cases)})`

/**
 * The overview as sentences, by rules: how many calls, how well they were answered, the worst day, and their results. A
 * sentence without data is left out; every number in it is one of the report's.
 */
export function summarize({ total, judgement, series, today }: Overview): string[] {
  const calls = total.totalCalls ?? 0
  if (calls === 0) return ['No calls in this period.']
  return [
    callVolume(calls, judgement?.totalCalls),
    answerRate(total, judgement?.answeredRate),
    worstDay(total, { series, today }),
    bookedAppointments(total),
  ].filter((sentence) => sentence !== null)
}

function callVolume(calls: number, judged: Judgement | undefined): string {
  const came = `${pluralize(calls, 'call')} came in`
  if (judged?.state === 'usual') return `${came}, about as many as in the days before.`
  if (!judged || !isTelling(judged)) return `${came}.`
  return `${came}, ${judged.direction === 'up' ? 'more' : 'fewer'} than in the days before (${judged.words}).`
}

function answerRate({ answered, totalCalls, answeredRate }: Numbers, judged: Judgement | undefined): string {
  const calls = totalCalls ?? 0
  const now = `${(answered ?? 0).toLocaleString('en-US')} of ${calls.toLocaleString('en-US')} were answered${share(answeredRate, calls)}`
  if (judged?.state === 'usual') return `${now}, about the same share as before.`
  if (!judged || !isTelling(judged)) return `${now}.`
  return `${now}, a ${judged.direction === 'up' ? 'larger' : 'smaller'} share than before (${judged.words}).`
}

function worstDay({ missed }: Numbers, { series, today }: Pick<Overview, 'series' | 'today'>): string | null {
  if (!missed) return 'No call was missed.'
  const most = Math.max(...series.map((point) => Number(point.missed ?? 0)))
  const days = series.filter((point) => Number(point.missed ?? 0) === most)
  const [day] = days
  const were = `${pluralize(missed, 'call')} ${missed === 1 ? 'was' : 'were'} missed`
  // With several equally bad days, or a single call, no day is the worst.
  if (!day || days.length > 1 || most < 2) return `${were}.`
  return `${were}, the most in one day on ${formatDay(day.day, today)}: ${most.toLocaleString('en-US')}.`
}

function bookedAppointments({ appointments, appointmentRate, totalCalls }: Numbers): string {
  if (!appointments) return 'None of the calls led to an appointment.'
  return `${pluralize(appointments, 'call')} led to an appointment${share(appointmentRate, totalCalls ?? 0)}.`
}
