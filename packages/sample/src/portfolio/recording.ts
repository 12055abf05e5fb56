import { Random } from './random'
import { turnsOf } from './turns'

/** Samples per second, as on the phone. */
const RATE = 8000
const HEADER = 44
/** Limits the length, so that a request can't use up the memory. */
const LONGEST = 3600

/** The first three formants (Hz) of a few vowels; gliding between them makes a buzz sound like speech. */
const VOWELS: readonly (readonly [number, number, number])[] = [
  [730, 1090, 2440],
  [530, 1840, 2480],
  [270, 2290, 3010],
  [570, 840, 2410],
  [300, 870, 2240],
  [490, 1350, 1690],
]
const BANDWIDTHS = [70, 100, 150]
const LOUDNESS = [1, 0.55, 0.25]

interface Voice {
  /** Pitch in Hz. */
  pitch: number
  /** Formant scale, for smaller or larger mouths. */
  scale: number
}

/** A two-pole resonator; its tuning may change during the sound. */
class Resonator {
  private a = 0
  private b = 0
  private gain = 0
  private last = 0
  private before = 0

  tune(frequency: number, bandwidth: number): void {
    const radius = Math.exp((-Math.PI * bandwidth) / RATE)
    this.a = 2 * radius * Math.cos((2 * Math.PI * Math.min(frequency, RATE * 0.45)) / RATE)
    this.b = -radius * radius
    this.gain = 1 - radius
  }

  ring(input: number): number {
    const output = this.gain * input + this.a * this.last + this.b * this.before
    this.before = this.last
    this.last = output
    return output
  }
}

/** Generates speech between two samples: one vowel per syllable, words of a few syllables, a falling pitch. */
function speak(samples: Int16Array, from: number, to: number, voice: Voice, random: Random): void {
  const throat = BANDWIDTHS.map(() => new Resonator())
  let phase = 0
  let at = from
  let vowel = random.pick(VOWELS)
  while (at < to) {
    for (let syllables = random.int(1, 4); syllables > 0 && at < to; syllables--) {
      const length = Math.floor(RATE * (0.11 + 0.14 * random.next()))
      const next = random.pick(VOWELS)
      const hiss = random.chance(0.35) ? Math.floor(RATE * 0.05) : 0
      const stress = 0.7 + 0.5 * random.next()
      for (let step = 0; step < length && at < to; step++, at++) {
        const done = step / length
        // Eighty updates per second sound smooth.
        if (step % 100 === 0) {
          throat.forEach((resonator, index) => {
            const here = vowel[index] ?? 500
            resonator.tune(voice.scale * (here + ((next[index] ?? here) - here) * done), BANDWIDTHS[index] ?? 100)
          })
        }
        const fall = 1.12 - 0.22 * ((at - from) / Math.max(1, to - from))
        phase += (voice.pitch * fall * (0.94 + 0.12 * stress)) / RATE
        if (phase >= 1) phase -= 1
        const source = step < hiss ? (random.next() - 0.5) * 0.9 : (1 - 2 * phase) ** 3 + (random.next() - 0.5) * 0.06
        let sound = 0
        for (let index = 0; index < throat.length; index++)
          sound += (throat[index]?.ring(source) ?? 0) * (LOUDNESS[index] ?? 0)
        const envelope = Math.sin(Math.PI * Math.min(1, done * 1.02)) * stress
        samples[at] = Math.max(-32_000, Math.min(32_000, sound * envelope * 15_000))
      }
      vowel = next
    }
    at += Math.floor(RATE * (0.03 + (random.chance(0.18) ? 0.28 : 0.07) * random.next()))
  }
}

/**
 * The sound of a recorded call as a WAV file (8 kHz, 16 bit, mono): two synthetic voices that take turns as in the
 * call's transcript. No words are recognizable; it gives the player something to play.
 */
export function recordingWav(threadId: string, seconds: number): Buffer {
  const length = Math.min(LONGEST, Math.max(1, Number.isFinite(seconds) ? Math.round(seconds) : 1))
  const samples = new Int16Array(length * RATE)
  const random = new Random(`voice/${threadId}`)
  const agent: Voice = { pitch: random.int(165, 215), scale: 1.12 }
  const caller: Voice = { pitch: random.int(95, 135), scale: 0.96 }
  for (const turn of turnsOf(threadId, length)) {
    speak(
      samples,
      Math.floor(turn.start * RATE),
      Math.floor(turn.end * RATE),
      turn.speaker === 'agent' ? agent : caller,
      random,
    )
  }
  const header = Buffer.alloc(HEADER)
  const bytes = samples.byteLength
  header.write('RIFF', 0, 'ascii')
  header.writeUInt32LE(HEADER - 8 + bytes, 4)
  header.write('WAVEfmt ', 8, 'ascii')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20) // PCM
  header.writeUInt16LE(1, 22) // mono
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'ascii')
  header.writeUInt32LE(bytes, 40)
  // WAV is little-endian, and so is every machine that Node runs on here.
  return Buffer.concat([header, Buffer.from(samples.buffer)])
}
