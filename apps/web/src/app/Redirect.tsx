import { useEffect } from 'react'
import { type Search, stringifySearch } from '../state/address'
import { useAddress } from './useAddress'

/** Redirects without a history entry. The router's own component redirects again with every render of its parent. */
export function Redirect({ path, search = {} }: { path: string; search?: Search }) {
  const { replace } = useAddress()
  const text = stringifySearch(search)
  useEffect(() => replace(path + text), [replace, path, text])
  return null
}
