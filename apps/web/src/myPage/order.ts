/** A list with one of its entries at another place; beyond its ends, at the end. */
export function moved(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((one) => one !== id)
  const at = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, at), id, ...others.slice(at)]
}

/** Items in the order of their ids; those that the order doesn't name are left out. */
export const inOrder = <T extends { id: string }>(items: readonly T[], ids: readonly string[]): T[] =>
  ids.flatMap((id) => items.find((item) => item.id === id) ?? [])
