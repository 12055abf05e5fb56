/** The application's clock: the installation's fixed time, if it has one. */
export function clockOf({ now }: { now: string | null }): () => number {
  if (!now) return Date.now
  const frozen = Date.parse(now)
  return () => frozen
}
