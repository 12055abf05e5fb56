/** As high as a button below the rows that opens the others, with the gap above it. */
const BUTTON = 36

/**
 * How many rows fit a room, and at least the first: where not all of them do, a button below them opens the others.
 * @param bottoms where each row ends, from the top of the first
 * @param below how high what comes after the rows is
 */
export function fittingParts(bottoms: readonly number[], room: number, below: number): number {
  const countWithin = (height: number) => bottoms.filter((bottom) => bottom + below <= height).length
  return countWithin(room) === bottoms.length ? bottoms.length : Math.max(1, countWithin(room - BUTTON))
}
