import { useCallback, useEffect, useRef, useState } from 'react'
import { peaksOfRecording } from './peaks'

/** How many bars a waveform has. */
const PARTS = 160
const TICK_MS = 100

/** Loads a recording. */
export type LoadRecording = (signal: AbortSignal) => Promise<Blob>

export interface Player {
  phase: 'loading' | 'ready' | 'failed'
  /** What went wrong, as a sentence. */
  message: string
  retry: () => void
  playing: boolean
  /** The current position in seconds. */
  time: number
  duration: number
  /** The waveform; null when there is none. */
  peaks: number[] | null
  speed: number
  setSpeed: (speed: number) => void
  toggle: () => void
  seek: (time: number) => void
}

/**
 * Plays a recording from memory. It is fetched like everything else, with the session's header, which an `<audio>`
 * element can't send. In memory it can also be drawn as a waveform and seeked without delay.
 * @param load a constant identity per recording
 */
export function useAudio(load: LoadRecording, { seconds, autoPlay }: { seconds: number; autoPlay: boolean }): Player {
  const [phase, setPhase] = useState<Player['phase']>('loading')
  const [message, setMessage] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [playing, setPlaying] = useState(false)
  const [time, setTime] = useState(0)
  const [duration, setDuration] = useState(seconds)
  const [peaks, setPeaks] = useState<number[] | null>(null)
  const [speed, setSpeed] = useState(1)
  const player = useRef<HTMLAudioElement | null>(null)
  // A start position may be requested before the recording has loaded.
  const wanted = useRef({ time: 0, play: autoPlay })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins from the start
  useEffect(() => {
    const gone = new AbortController()
    const audio = new Audio()
    let address = ''
    setPhase('loading')
    const failed = (words: string) => {
      if (gone.signal.aborted) return
      setMessage(words)
      setPhase('failed')
    }
    const on = (event: string, act: () => void) => audio.addEventListener(event, act, { signal: gone.signal })
    on('play', () => setPlaying(true))
    on('pause', () => setPlaying(false))
    on('ended', () => setPlaying(false))
    on('seeked', () => setTime(audio.currentTime))
    on('error', () => failed('The browser can’t play this recording.'))
    on('loadedmetadata', () => {
      if (Number.isFinite(audio.duration)) setDuration(audio.duration)
      audio.currentTime = wanted.current.time
      setPhase('ready')
      // A browser may require a click before it plays; then the play button waits for it.
      if (wanted.current.play) audio.play().catch(() => setPlaying(false))
    })
    load(gone.signal).then(
      (recording) => {
        if (gone.signal.aborted) return
        address = URL.createObjectURL(recording)
        audio.src = address
        player.current = audio
        void peaksOfRecording(recording, PARTS).then((drawn) => gone.signal.aborted || setPeaks(drawn))
      },
      (error: unknown) => failed(error instanceof Error ? error.message : 'The recording could not be loaded.'),
    )
    return () => {
      gone.abort()
      audio.pause()
      audio.removeAttribute('src')
      player.current = null
      if (address) URL.revokeObjectURL(address)
    }
  }, [load, attempt])

  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => setTime(player.current?.currentTime ?? 0), TICK_MS)
    return () => clearInterval(timer)
  }, [playing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a recording that has just come plays as fast as was chosen
  useEffect(() => {
    if (player.current) player.current.playbackRate = speed
  }, [speed, phase])

  const toggle = useCallback(() => {
    const audio = player.current
    if (!audio) wanted.current.play = !wanted.current.play
    else if (audio.paused) audio.play().catch(() => setPlaying(false))
    else audio.pause()
  }, [])
  const seek = useCallback(
    (to: number) => {
      const place = Math.max(0, Math.min(to, duration))
      wanted.current.time = place
      setTime(place)
      if (player.current) player.current.currentTime = place
    },
    [duration],
  )
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  return { phase, message, retry, playing, time, duration, peaks, speed, setSpeed, toggle, seek }
}
