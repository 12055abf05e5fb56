import { expect, it } from 'vitest'
import { pageOf, productStrings } from './productStrings'

/** What no reader should meet, with what to write instead. */
const banned: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(some|any|every)body\b|\bwho(m?ever|soever)\b/i, 'someone, anyone, everyone, or say who'],
  [/\bstands? in\b|\bstand here\b|\bis called so\b|\blies where\b/i, 'appears in, is in'],
  [/\boverall\b/i, 'leave it out'],
  [/\d %/, 'no space before %'],
  [
    /\b(could not be drawn|left out of the picture|not drawn|the other side|off our hands|as to keep)\b/i,
    'what happened and what to do',
  ],
  [/\b(not|isn’t) (open|there) (for|to) you\b/i, 'You don’t have access to'],
  [
    /\bcolours?\b|\bgrey\b|\bneighbours?\b|\be-mails?\b|\bweb sites?\b|\btelephone\b/i,
    'American spelling: color, gray, email, website, phone',
  ],
  [/\bround the\b/, 'around the'],
  [/\bhas most\b|\bwith most\b/, 'has the most'],
  [
    /^(To answer|Never %|(Score|Green|Yellow|Red) now|Quiet for a while|Gone quiet)$/,
    'Asked, Never answered, Score today, Stale prospect',
  ],
  [/\b(in words|looking ahead|back to as)\b/i, 'Summary, Upcoming dates, Discard changes'],
]
/** Where whole sentences are read at a glance: two sentences instead of a semicolon. */
const glanced = /^(Screens|Report:|Charts|Filters|Findings$|Judgement|Watches|Answers|Files|Mail$|Every report)/

it('are in plain American English', () => {
  // What people say in the sample's calls is speech.
  const written = productStrings().filter(({ file }) => !file.endsWith('portfolio/transcript.ts'))
  const faults = written.flatMap(({ file, line, text }) => {
    const rules = [...banned, ...(glanced.test(pageOf(file)) ? [[/[a-z)’”];/, 'two sentences'] as const] : [])]
    return rules.flatMap(([pattern, instead]) =>
      pattern.test(text) ? [`${file}:${line} “${text.slice(0, 200)}”: ${instead}`] : [],
    )
  })
  expect(faults).toEqual([])
})
