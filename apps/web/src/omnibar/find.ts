import { type Target, targetKinds } from './targets'
import { editDistance, isMisspelled, normalize, wordsOf } from './text'

/** How many targets of each kind are shown; typing more narrows them. */
const MAX_PER_KIND = 6

/** How well a word matches a target: 0 is no match. */
type Match = (word: string, target: { label: string; around: string }) => number

const exact: Match = (word, { label, around }) => {
  const at = label.indexOf(word)
  if (label === word) return 20
  if (at === 0) return 10
  if (at > 0) return /[\p{L}\p{N}]/u.test(label[at - 1] ?? '') ? 3 : 7
  return around.includes(word) ? 1 : 0
}

const tolerant: Match = (word, target) => {
  const found = exact(word, target)
  if (found > 0) return found
  if (wordsOf(target.label).some((meant) => isMisspelled(word, meant))) return 2
  return wordsOf(target.around).some((meant) => isMisspelled(word, meant)) ? 1 : 0
}

/** How well a target matches the typed words: 0 is no match. Every word must match. */
function score(target: Target, words: readonly string[], match: Match): number {
  const label = normalize(target.label)
  const around = normalize([target.hint, target.keywords, ...(target.others ?? []).map(({ hint }) => hint)].join(' '))
  let sum = 0
  for (const word of words) {
    const points = match(word, { label, around })
    if (points === 0) return 0
    sum += points
  }
  return sum
}

/**
 * The matching targets by kind, best first; misspelled words only count when nothing else matches. With nothing typed,
 * what was opened last, saved reports, and reports.
 */
export function findTargets(targets: readonly Target[], query: string): Target[] {
  const words = normalize(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return targets.filter(({ kind }) => ['Recent', 'Saved reports', 'Reports'].includes(kind))
  const searched = targets.filter(({ kind }) => kind !== 'Recent')
  const found = matching(searched, words, exact)
  return found.length > 0 ? found : matching(searched, words, tolerant)
}

function matching(targets: readonly Target[], words: readonly string[], match: Match): Target[] {
  const whole = words.join(' ')
  const scored = targets.flatMap((target) => {
    const points = score(target, words, match) + (normalize(target.label) === whole ? 100 : 0)
    return points > 0 ? [{ target, points }] : []
  })
  const groups = targetKinds.map((kind) => {
    const own = scored.filter(({ target }) => target.kind === kind)
    // Equal matches keep their order: reports as in the navigation, names alphabetically.
    return own.sort((a, b) => b.points - a.points).slice(0, MAX_PER_KIND)
  })
  const best = (group: typeof scored): number => group[0]?.points ?? 0
  return groups
    .toSorted((a, b) => best(b) - best(a))
    .flat()
    .map(({ target }) => target)
}

/** The target whose name is nearest to what was typed, for a query that matches nothing; undefined when none is near. */
export function suggestTarget(targets: readonly Target[], query: string): Target | undefined {
  const typed = normalize(query).trim()
  const near = targets
    .map((target) => ({ target, far: editDistance(typed, normalize(target.label)) / Math.max(typed.length, 1) }))
    .sort((a, b) => a.far - b.far)[0]
  return typed.length > 2 && near && near.far <= 0.5 ? near.target : undefined
}
