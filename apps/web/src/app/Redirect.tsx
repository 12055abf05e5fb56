import { useEffect } from 'react'
import { type Search, stringifySearch } from '../state/address'
import { useAddress } from './useAddress'

/** Leads elsewhere, leaving no trace in the history. The router's own one starts anew with every render of its parent. */
export function Redirect({ path, search = {} }: { path: string; search?: Search }) {
  const { replace } = useAddress()
  const text = stringifySearch(search)
  useEffect(() => replace(path + text), [replace, path, text])
  return null
}
