import { isAmongChosen, type WaitingFinding, type WaitingProof } from '@leaselight/model'

/** The pages on which a finding waits: its own report, and the one that shows all of them. */
const marksOf = (waiting: readonly WaitingFinding[], home: string) =>
  waiting.flatMap(({ key, report }) => [report, home].map((page) => ({ page, mark: `${page} ${key}` })))

/** The findings about the chosen properties, or all of them. */
export const waitingAt = (waiting: readonly WaitingFinding[], chosen: readonly number[]): WaitingFinding[] =>
  waiting.filter(({ propertyId }) => isAmongChosen(propertyId, chosen))

/** What findings about the chosen properties, or all of them, say on a report, the heaviest first. */
export const findingsOn = (
  waiting: readonly WaitingFinding[],
  report: string,
  chosen: readonly number[],
): (WaitingProof & Pick<WaitingFinding, 'sinceText'>)[] =>
  waitingAt(waiting, chosen).flatMap(({ sinceText, shownBy }) =>
    shownBy.filter((proof) => proof.report === report).map((proof) => ({ ...proof, sinceText })),
  )

/**
 * The pages to mark: those with a finding about the chosen properties, or all of them, that wasn't seen there.
 * @param home the report that shows all findings
 */
export function pagesToMark(
  waiting: readonly WaitingFinding[],
  { home, seen, chosen }: { home: string; seen: ReadonlySet<string>; chosen: readonly number[] },
): Set<string> {
  return new Set(
    marksOf(waitingAt(waiting, chosen), home)
      .filter(({ mark }) => !seen.has(mark))
      .map(({ page }) => page),
  )
}

/**
 * What was seen after a page was opened. What no longer waits is forgotten, so that it is marked when it comes back.
 * @param page null where no page that shows findings is open
 */
export function seenAfter(
  waiting: readonly WaitingFinding[],
  { home, seen, page }: { home: string; seen: ReadonlySet<string>; page: string | null },
): Set<string> {
  return new Set(
    marksOf(waiting, home)
      .filter((one) => one.page === page || seen.has(one.mark))
      .map(({ mark }) => mark),
  )
}
