import type { DeliveryKind } from '@leaselight/state'

interface SubjectParts {
  /** What is sent, by its name. */
  name: string
  sender: string
  company: string
  /** The first finding of a report that finds some, as a sentence. */
  finding?: string | undefined
}

const plain: Record<DeliveryKind, (parts: SubjectParts) => string> = {
  schedule: ({ name, company }) => `${name} – ${company}`,
  now: ({ name, company }) => `${name} – ${company}`,
  insights: ({ name, company }) => `${name} this morning – ${company}`,
  share: ({ name, sender }) => `${sender} shares ${name} with you`,
  message: ({ name }) => name,
  feed: ({ name }) => name,
  watch: ({ name }) => name,
}

/** The subject of a mail. What comes by itself every day says its first finding, so that it is read without opening. */
export function subjectOf(kind: DeliveryKind, parts: SubjectParts): string {
  const comesByItself = kind === 'insights' || kind === 'schedule'
  return comesByItself && parts.finding ? parts.finding.replace(/\.$/, '') : plain[kind](parts)
}
