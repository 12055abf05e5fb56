/** How far the indicator follows a finger at most, and from where on letting go counts. */
export const MOST_PULL = 88
export const ENOUGH_PULL = 56
/** A finger moves farther than what it pulls. */
const RESISTANCE = 0.5
/** Before so many pixels it isn't known where a finger goes. */
const SLOP = 10

/** What the path of a finger means: not known yet, nothing to do with pulling, or how far it pulls. */
export function pullOf({ right, down }: { right: number; down: number }): number | 'undecided' | 'other' {
  if (Math.max(Math.abs(right), Math.abs(down)) < SLOP) return 'undecided'
  if (down <= 0 || Math.abs(right) > down) return 'other'
  return Math.min(MOST_PULL, (down - SLOP) * RESISTANCE)
}

/** Whether a touch begins where the page can't scroll up any further: on the page itself, not in a list or a dialog over it. */
export function isAtTop(target: EventTarget | null, page: HTMLElement): boolean {
  if (window.scrollY > 0 || !(target instanceof Element) || !page.contains(target)) return false
  if (target.closest('[role=dialog], input, textarea, select')) return false
  for (let element: Element | null = target; element && element !== page; element = element.parentElement)
    if (element.scrollTop > 0) return false
  return true
}
