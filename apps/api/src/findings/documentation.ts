import { findingRuleKinds, watchTopics } from '@leaselight/model'
import { z } from 'zod'
import { nameText } from '../http/textFields'
import { reportLink } from '../reports/insightDocumentation'

const proof = z
  .object({
    report: z.string(),
    title: z.string().meta({ description: 'The report’s title.' }),
    sentence: z.string(),
    comparison: z.string(),
    period: z.object({ start: z.string(), end: z.string() }).meta({ id: 'FindingPeriod' }),
    link: reportLink,
    cases: reportLink,
    beside: reportLink,
  })
  .meta({ id: 'FindingProof', description: 'One number that shows a finding.' })

const finding = z
  .object({
    key: z.string().meta({ description: 'The same from day to day.' }),
    topic: z.enum(Object.keys(watchTopics) as [keyof typeof watchTopics]),
    about: z.string().meta({ description: 'The topic as text.' }),
    subject: z
      .object({ kind: z.enum(['company', 'property', 'source']), property_id: z.int().nullable(), name: z.string() })
      .meta({ id: 'FindingSubject' }),
    sentence: z.string(),
    comparison: z.string().meta({ description: 'What the number would have been without it.' }),
    since: z
      .string()
      .nullable()
      .meta({ description: 'About the first day after the change; null where it was always so.' }),
    since_text: z.string(),
    cost: z
      .object({ leases: z.number(), dollars: z.number(), text: z.string() })
      .meta({ id: 'FindingCost', description: 'An estimate of what it costs each month.' }),
    who: z.array(z.string()).meta({ description: 'The agents whose own numbers show it.' }),
    trend: z
      .array(z.number().nullable())
      .meta({ description: 'The number in each of the latest weeks, oldest first.' }),
    history: z
      .array(z.number().nullable())
      .meta({ description: 'The same from some weeks before the change on, where that is longer ago.' }),
    usual: z
      .object({ low: z.number(), high: z.number() })
      .nullable()
      .meta({ id: 'FindingBand', description: 'What a week of the trend usually was; null where that is unknown.' }),
    level: z.number().nullable().meta({
      description: 'What a case usually brought; null where the finding isn’t about the subject’s own cases.',
    }),
    proofs: z.array(proof),
    around: z
      .array(
        z
          .object({
            id: z.string(),
            start_date: z.string(),
            end_date: z.string(),
            text: z.string(),
            place: z.string().meta({ description: 'What it is about, where that is more than the subject.' }),
            says: z.string().meta({ description: '`Mar 3, phones down`' }),
          })
          .meta({ id: 'NoteAround' }),
      )
      .meta({
        description: 'Notes on the timeline that begin or end within 14 days of the change: candidates, never causes.',
      }),
    link: reportLink,
  })
  .meta({ id: 'Finding', description: 'Something that hurts, beyond what chance explains.' })

const hidden = z
  .object({
    key: z.string(),
    kind: z.enum(findingRuleKinds),
    sentence: z.string(),
    until: z.string().nullable(),
    by: z.string().nullable(),
  })
  .meta({ id: 'HiddenFinding', description: 'A finding that was snoozed, or is no problem.' })

export const findingsAnswer = z
  .object({
    findings: z.array(finding),
    hidden: z.array(hidden),
    looked_at: z.int().meta({ description: 'How many numbers were looked at.' }),
    end: z.string().nullable().meta({ description: 'The last day that the findings know.' }),
    computed_at: z.string(),
  })
  .meta({ id: 'Findings', description: 'What hurts, the heaviest first.' })

export const waitingAnswer = z
  .array(
    z
      .object({
        key: z.string(),
        report: z.string().meta({ description: 'The key of the report that the navigation marks.' }),
        property_id: z.int().nullable(),
        since_text: z.string(),
        shown_by: z.array(
          z
            .object({ report: z.string(), sentence: z.string(), href: z.string() })
            .meta({ id: 'WaitingProof', description: 'What it says on a report whose numbers show it.' }),
        ),
      })
      .meta({ id: 'WaitingFinding', description: 'What other pages than Insights show of a finding.' }),
  )
  .nullable()
  .meta({ description: 'Without those that are hidden. Null before the first search for them.' })

export const ruleBody = z.object({
  finding: nameText(300),
  state: z.enum(['shown', ...findingRuleKinds]),
})

export const ruleAnswer = z.object({ finding: z.string(), state: z.string() }).meta({ id: 'FindingRule' })
