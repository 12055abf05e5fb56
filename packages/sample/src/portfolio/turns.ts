import { Random } from './random'

/** Who speaks when in a recorded call. */
export interface Turn {
  speaker: 'agent' | 'caller'
  /** Seconds from the start. */
  start: number
  end: number
}

/**
 * The turns of a call, worked out from its thread id and length alone, so that the transcript, which is written long before,
 * and the sound, which is made when somebody presses play, agree without knowing each other.
 */
export function turnsOf(threadId: string, seconds: number): Turn[] {
  const random = new Random(`turns/${threadId}`)
  const count = Math.min(12, Math.max(3, Math.round(seconds / 9)))
  const weights = Array.from({ length: count }, () => 0.5 + random.next())
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let at = 0
  return weights.map((weight, index) => {
    const start = at
    at += (weight / sum) * seconds
    // Tenths of seconds, and a breath between two speakers.
    return {
      speaker: index % 2 === 0 ? 'agent' : 'caller',
      start: Math.round(start * 10) / 10,
      end: Math.round(Math.max(start + 0.3, at - 0.35) * 10) / 10,
    }
  })
}
