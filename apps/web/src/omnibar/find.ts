import { type Target, targetKinds } from './targets'

/** How many targets of each kind are shown; typing more narrows them. */
const MAX_PER_KIND = 6

/** Text in the form in which it is compared: lower case without accents. */
const normalize = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** How well a target matches the typed words: 0 is no match. Every word must match. */
function score(target: Target, words: readonly string[]): number {
  const label = normalize(target.label)
  const around = normalize(`${target.hint} ${target.keywords ?? ''}`)
  let sum = 0
  for (const word of words) {
    const at = label.indexOf(word)
    if (label === word) sum += 20
    else if (at === 0) sum += 10
    else if (at > 0 && !/[\p{L}\p{N}]/u.test(label[at - 1] ?? '')) sum += 7
    else if (at > 0) sum += 3
    else if (around.includes(word)) sum += 1
    else return 0
  }
  return sum
}

/** The matching targets by kind, best first; with nothing typed, reports and saved reports. */
export function findTargets(targets: readonly Target[], query: string): Target[] {
  const words = normalize(query).split(/\s+/).filter(Boolean)
  if (words.length === 0)
    return targets.filter((target) => target.kind === 'Reports' || target.kind === 'Saved reports')
  const whole = words.join(' ')
  const scored = targets.flatMap((target) => {
    const points = score(target, words) + (normalize(target.label) === whole ? 100 : 0)
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
