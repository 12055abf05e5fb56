import type { Day } from '../time/dates'
import type { WordedFinding } from './words'

/** `snoozed`: hidden from one user for some days. `dismissed`: no problem, for everyone, until undone. */
export const findingRuleKinds = ['snoozed', 'dismissed'] as const
export type FindingRuleKind = (typeof findingRuleKinds)[number]

/** A finding that is not shown, and why. */
export interface HiddenFinding {
  key: string
  kind: FindingRuleKind
  /** What it says, or where it is over, what it was about. */
  sentence: string
  /** The end of a snooze. */
  until: string | null
  /** Who said that it is no problem. */
  by: string | null
}

/** What hurts, the heaviest first. */
export interface FindingsAnswer {
  findings: WordedFinding[]
  hidden: HiddenFinding[]
  /** How many numbers were looked at. */
  lookedAt: number
  /** The last day that they know; null before any import. */
  end: Day | null
  computedAt: string
}

/** What other pages than Insights show of a finding that is not hidden. */
export interface WaitingFinding {
  key: string
  /** The report that the navigation marks. */
  report: string
  /** Null where it is about the company or a source. */
  propertyId: number | null
  /** `since about Mar 21` */
  sinceText: string
  /** What it says on each report whose numbers show it. */
  shownBy: WaitingProof[]
}

/** What a finding says on a report, and where its rows are. */
export interface WaitingProof {
  report: string
  sentence: string
  href: string
}

/** A finding as other pages show it: of several proofs on one report, the first one is told. */
export function waitingFinding({ key, link, subject, sinceText, proofs }: WordedFinding): WaitingFinding {
  const first = proofs.filter(({ report }, at) => proofs.findIndex((other) => other.report === report) === at)
  const shownBy = first.map(({ report, sentence, link: { href } }) => ({ report, sentence, href }))
  return { key, report: link.report, propertyId: subject.propertyId, sinceText, shownBy }
}

/** Fields that came later, which a server of the release before leaves out while an installation is upgraded. */
type Former<T, Later extends keyof T> = Omit<T, Later> & Partial<Pick<T, Later>>
type FormerProof = Former<WordedFinding['proofs'][number], 'beside'>
type FormerFinding = Former<Omit<WordedFinding, 'proofs'>, 'history'> & { proofs: FormerProof[] }
export type FormerFindings = Omit<FindingsAnswer, 'findings'> & { findings: FormerFinding[] }
export type FormerWaiting = Former<WaitingFinding, 'shownBy'>

/** Findings with all fields: without its longer history a finding shows its last weeks, and its own link for its peers'. */
export const completeFindings = (answer: FormerFindings): FindingsAnswer => ({
  ...answer,
  findings: answer.findings.map((finding) => ({
    ...finding,
    history: finding.history ?? finding.trend,
    proofs: finding.proofs.map((proof) => ({ ...proof, beside: proof.beside ?? proof.link })),
  })),
})

/** Marks of findings with all fields: pages say nothing of one whose words for them aren't known. */
export const completeWaiting = (answer: FormerWaiting[]): WaitingFinding[] =>
  answer.map((finding) => ({ ...finding, shownBy: finding.shownBy ?? [] }))
