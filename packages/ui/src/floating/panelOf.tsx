import { type ComponentType, useEffect, useState } from 'react'
import type { Anchor } from './anchor'
import classes from './floating.module.css'

interface Anchored {
  anchor: Anchor
}

/**
 * A panel that is loaded when its button is reached or pressed, and then rendered at it. The kit's menus and popovers weigh
 * more than a report's table, and most readers of a page open none. `load` begins early; it never fails, since the panel
 * tries again when it is opened. Browsers remember that a script could not be fetched, so a failure asks for a new page.
 */
export function panelOf<P extends Anchored>(
  fetch: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> & { load: () => void } {
  let coming: Promise<ComponentType<P>> | null = null
  let here: ComponentType<P> | null = null
  const load = (): Promise<ComponentType<P>> => {
    coming ??= fetch().then(
      (module) => {
        here = module.default
        return module.default
      },
      (error: unknown) => {
        coming = null
        throw error
      },
    )
    return coming
  }
  function Panel(props: P) {
    const { opened, onChange } = props.anchor
    const [used, setUsed] = useState(opened)
    const [failed, setFailed] = useState(false)
    const [, setHere] = useState(here !== null)
    if (opened && !used) setUsed(true)
    useEffect(() => {
      if (!opened || here) return
      let left = false
      setFailed(false)
      load().then(
        () => left || setHere(true),
        () => {
          if (left) return
          setFailed(true)
          onChange(false)
        },
      )
      return () => {
        left = true
      }
    }, [opened, onChange])
    if (failed) return <Failure at={props.anchor.button} />
    const Loaded = here
    // Once opened it stays, so that closing can be seen and the focus returns.
    return used && Loaded ? <Loaded {...props} /> : null
  }
  return Object.assign(Panel, { load: () => void load().catch(() => undefined) })
}

/** The height that the sentence needs at the lower edge of the window. */
const ROOM = 96

function Failure({ at }: { at: HTMLElement | null }) {
  const place = at?.getBoundingClientRect()
  const top = Math.min(place?.bottom ?? 0, window.innerHeight - ROOM)
  return (
    <span role="alert" className={classes.failure} style={{ top, left: place?.left }}>
      This could not be loaded. Check your connection and reload the page.
    </span>
  )
}
