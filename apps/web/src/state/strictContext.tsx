import { createContext, useContext } from 'react'

/** A context that can only be read inside its provider; reading it elsewhere is a mistake and throws. */
export function strictContext<T>(name: string) {
  const Context = createContext<T | null>(null)
  const useValue = (): T => {
    const value = useContext(Context)
    if (value === null) throw new Error(`use${name} must be used within a ${name}Provider`)
    return value
  }
  return [Context.Provider, useValue] as const
}
