import { type ComponentType, lazy, useState } from 'react'

/** A component whose code is a script of its own. */
export type Part<P> = ComponentType<P> & {
  /** Begins to load it, so that it can be drawn without waiting. A failure is shown where it is drawn. */
  fetch: () => void
}

/**
 * A component whose code comes when it is fetched, or drawn. React's own `lazy` waits a moment even for code that is here:
 * all that was drawn beside it is thrown away, a fallback appears, and everything is drawn once more. This one draws at
 * once what has come.
 */
export function partOf<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Part<P> {
  let here: ComponentType<P> | undefined
  const bring = async () => {
    const module = await load()
    here = module.default
    return module
  }
  const Awaited = lazy(bring)
  function Part(props: P) {
    // It stays what it began as: another component in its place would begin anew.
    const [Here] = useState(() => here)
    return Here ? <Here {...props} /> : <Awaited {...props} />
  }
  return Object.assign(Part, { fetch: () => void bring().catch(() => undefined) })
}
