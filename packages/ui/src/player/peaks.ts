/** The sample rate of the waveform; speech needs no more. */
const SAMPLE_RATE = 8000

/** The loudness of a sound in a number of equal parts, scaled so that the loudest is 1. */
export function peaksOf(samples: Float32Array, parts: number): number[] {
  const size = samples.length / parts
  const peaks = Array.from({ length: parts }, (_, part) => {
    let most = 0
    for (let at = Math.floor(part * size); at < Math.floor((part + 1) * size); at++)
      most = Math.max(most, Math.abs(samples[at] ?? 0))
    return most
  })
  const loudest = Math.max(...peaks)
  return loudest > 0 ? peaks.map((peak) => peak / loudest) : peaks
}

/** The waveform of a recording; null where the browser can't decode its sound, even though it may play it. */
export async function peaksOfRecording(recording: Blob, parts: number): Promise<number[] | null> {
  try {
    const decoder = new OfflineAudioContext(1, 1, SAMPLE_RATE)
    const sound = await decoder.decodeAudioData(await recording.arrayBuffer())
    return peaksOf(sound.getChannelData(0), parts)
  } catch {
    return null
  }
}
