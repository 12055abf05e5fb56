import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { LoadingInline } from '../states/Loading'
import type { OptionList as List } from './OptionList'

type Props<T extends string | number> = Omit<ComponentProps<typeof List<T>>, 'key'>

let loadedList: typeof List | null = null

/** Loads the list that filters use, so that it is ready when one opens; the first page doesn't have to wait for it. */
export async function preloadOptionList(): Promise<void> {
  loadedList ??= (await import('./OptionList')).OptionList
}

/** A filter's list. If it is opened before it has loaded, it gets the focus once it appears. */
export function LazyOptionList<T extends string | number>(props: Props<T>) {
  const [here, setHere] = useState(loadedList !== null)
  const [failure, setFailure] = useState<unknown>(null)
  const focused = useRef(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (here) return
    let left = false
    preloadOptionList().then(() => {
      focused.current = box.current?.contains(document.activeElement) ?? false
      if (!left) setHere(true)
    }, setFailure)
    return () => {
      left = true
    }
  }, [here])
  useEffect(() => {
    if (here && focused.current) box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    focused.current = false
  }, [here])
  if (failure) throw failure
  const List = loadedList
  return (
    <div ref={box}>
      {here && List ? (
        <List {...props} />
      ) : (
        <div tabIndex={-1} data-autofocus>
          <LoadingInline label={`Loading ${props.label.toLowerCase()}`} />
        </div>
      )}
    </div>
  )
}
