import { Loader } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ENOUGH_PULL, isAtTop, pullOf } from './pull'
import classes from './pull.module.css'

/** So long it is visible at least: numbers that come at once would only make it flicker. */
const SHOWN_MS = 500

/** Pulling down at the top of a page requests all that it shows again, as after an import. */
export function PullToRefresh() {
  const queries = useQueryClient()
  const [pulled, setPulled] = useState(0)
  const [phase, setPhase] = useState<'idle' | 'busy' | 'done'>('idle')
  const refresh = useRef(async () => {})
  refresh.current = async () => {
    setPhase('busy')
    const shown = new Promise((done) => setTimeout(done, SHOWN_MS))
    await Promise.all([queries.invalidateQueries({ predicate: isOfPage }), shown])
    // What failed says so on the page.
    const failed = queries
      .getQueryCache()
      .findAll({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    setPhase(failed.length > 0 ? 'idle' : 'done')
  }
  useEffect(() => watchPulls(setPulled, () => void refresh.current()), [])
  const busy = phase === 'busy'
  const y = busy ? ENOUGH_PULL : pulled
  return (
    <div className={classes.place} data-no-print>
      <span
        className={classes.mark}
        data-held={pulled > 0 || undefined}
        style={{ opacity: Math.min(1, y / ENOUGH_PULL), transform: `translateY(${y}px)` }}
        aria-hidden
      >
        {busy ? (
          <Loader size={20} />
        ) : (
          <IconArrowDown
            size={20}
            stroke={1.75}
            style={{ transform: `rotate(${pulled >= ENOUGH_PULL ? 180 : 0}deg)` }}
            className={classes.arrow}
          />
        )}
      </span>
      <span role="status" className="ll-spoken">
        {{ idle: '', busy: 'Loading the newest numbers.', done: 'These are the newest numbers.' }[phase]}
      </span>
    </div>
  )
}

/** The account and the server's settings, which are loaded once, stay: without them there is no page. */
const isOfPage = ({ observers }: Query): boolean =>
  observers.every(({ options }) => options.staleTime !== Number.POSITIVE_INFINITY)

/** Follows fingers that pull the page down; `onEnough` is called when one lets go after it pulled far enough. */
function watchPulls(onPull: (pulled: number) => void, onEnough: () => void): () => void {
  let from: Touch | null = null
  let pulled = 0
  const follow = (to: number) => {
    pulled = to
    onPull(to)
  }
  const end = () => {
    document.removeEventListener('touchmove', move)
    from = null
    follow(0)
  }
  const start = ({ touches, target }: TouchEvent) => {
    const [first] = touches
    const page = document.querySelector('main')
    if (from) end()
    if (!first || touches.length > 1 || !page || !isAtTop(target, page)) return
    from = first
    // Only now, so that scrolling never waits for a listener.
    document.addEventListener('touchmove', move, { passive: false })
  }
  function move(event: TouchEvent): void {
    const [first] = event.touches
    if (!from || !first || event.touches.length > 1) {
      end()
      return
    }
    const pull = pullOf({ right: first.clientX - from.clientX, down: first.clientY - from.clientY })
    if (pull === 'undecided') return
    if (pull === 'other' && pulled === 0) {
      end()
      return
    }
    if (event.cancelable) event.preventDefault()
    // Once it pulls, the way back up is a part of it.
    follow(pull === 'other' ? 0 : pull)
  }
  const letGo = () => {
    const isEnough = pulled >= ENOUGH_PULL
    if (from) end()
    if (isEnough) onEnough()
  }
  const gone = new AbortController()
  const { signal } = gone
  document.addEventListener('touchstart', start, { passive: true, signal })
  document.addEventListener('touchend', letGo, { signal })
  document.addEventListener('touchcancel', end, { signal })
  return () => {
    end()
    gone.abort()
  }
}
