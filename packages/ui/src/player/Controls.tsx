import { formatPlayTime } from '@leaselight/model'
import { ActionIcon, Loader, UnstyledButton } from '@mantine/core'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward5,
  IconRewindForward5,
} from '@tabler/icons-react'
import { ErrorState } from '../states/States'
import classes from './player.module.css'
import type { Player } from './useAudio'
import { Waveform } from './Waveform'

const SPEEDS = [1, 1.25, 1.5, 2]
/** How far the arrow keys skip, in seconds. */
export const STEP = 5

/** Play, skip, and see the current position. */
export function Controls({ player, marks }: { player: Player; marks: readonly number[] }) {
  const { phase, playing, time, duration, speed, seek, setSpeed } = player
  if (phase === 'failed') return <ErrorState message={player.message} retry={player.retry} />
  const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1
  return (
    <section className={classes.controls} aria-label="Recording" aria-busy={phase === 'loading'}>
      <Waveform peaks={player.peaks} time={time} duration={duration} marks={marks} onSeek={seek} />
      <div className={classes.buttons}>
        <ActionIcon
          size={40}
          radius="xl"
          variant="filled"
          aria-label={playing ? 'Pause' : 'Play'}
          disabled={phase === 'loading'}
          onClick={player.toggle}
        >
          {phase === 'loading' ? (
            <Loader size={18} aria-hidden />
          ) : playing ? (
            <IconPlayerPauseFilled size={18} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={18} aria-hidden />
          )}
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={`Back ${STEP} seconds`}
          onClick={() => seek(time - STEP)}
        >
          <IconRewindBackward5 size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={`Forward ${STEP} seconds`}
          onClick={() => seek(time + STEP)}
        >
          <IconRewindForward5 size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
        <span className={`${classes.clock} ll-number`}>
          {formatPlayTime(time)} <span className={classes.of}>/ {formatPlayTime(duration)}</span>
        </span>
        <span className={classes.grow} />
        <UnstyledButton
          className={`${classes.speed} ll-number ll-focus`}
          aria-label={`Speed ${speed} times. Change to ${next} times`}
          onClick={() => setSpeed(next)}
        >
          {speed}×
        </UnstyledButton>
      </div>
    </section>
  )
}
