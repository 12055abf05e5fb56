import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { partOf } from '../parts/partOf'
import { ErrorBoundary } from '../states/ErrorBoundary'
import type { HintPosition } from './HintBubble'

const HintBubble = partOf(() => import('./HintBubble'))

const OPEN_AFTER_MS = 300
/** Long enough to move the pointer into the bubble, whose text can be selected (WCAG 1.4.13). */
const CLOSE_AFTER_MS = 120

/** What a hint adds to its element, and what of it the element may have already. */
interface HintedProps {
  'aria-describedby'?: string | undefined
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
  onPointerUp?: (event: PointerEvent<HTMLElement>) => void
  onFocus?: (event: FocusEvent<HTMLElement>) => void
  onBlur?: (event: FocusEvent<HTMLElement>) => void
}

interface Props {
  label: ReactNode
  position?: HintPosition
  width?: number
  disabled?: boolean
  children: ReactElement<HintedProps>
}

/**
 * Explains an element while the pointer or the focus is on it, or after a tap. What draws the bubble is loaded with the first
 * hint that is looked at; where that fails there is no hint.
 */
export function Hint({ label, position, width, disabled = false, children }: Props) {
  const id = useId()
  const [at, setAt] = useState<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = (element: HTMLElement | null, afterMs: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAt(element), afterMs)
  }
  const near = (element: HTMLElement, afterMs: number): void => {
    if (disabled) return
    // Asked for before it is shown, so that it is here by then.
    HintBubble.fetch()
    show(element, afterMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!at) return
    const leave = (event: Event): void => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      if (event.target instanceof Node && at.contains(event.target) && event.type === 'pointerdown') return
      clearTimeout(timer.current)
      setAt(null)
    }
    const gone = new AbortController()
    document.addEventListener('keydown', leave, { signal: gone.signal })
    document.addEventListener('pointerdown', leave, { signal: gone.signal })
    return () => gone.abort()
  }, [at])
  const own = children.props
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': at ? id : own['aria-describedby'],
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event)
          if (event.pointerType === 'mouse') near(event.currentTarget, OPEN_AFTER_MS)
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event)
          if (event.pointerType === 'mouse') show(null, CLOSE_AFTER_MS)
        },
        // A finger has no hover.
        onPointerUp: (event) => {
          own.onPointerUp?.(event)
          if (event.pointerType !== 'mouse') near(event.currentTarget, 0)
        },
        onFocus: (event) => {
          own.onFocus?.(event)
          if (event.target.matches(':focus-visible')) near(event.currentTarget, 0)
        },
        onBlur: (event) => {
          own.onBlur?.(event)
          show(null, 0)
        },
      })}
      {at && (
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <HintBubble
              id={id}
              at={at}
              label={label}
              position={position}
              width={width}
              onPointerEnter={() => clearTimeout(timer.current)}
              onPointerLeave={() => show(null, CLOSE_AFTER_MS)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
