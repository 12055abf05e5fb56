import type { LinkProps } from '@leaselight/reports/views'
import { parseSearch, type Search, stringifySearch } from '../state/address'
import type { Address } from './useAddress'

/** A link within the product. */
export function linkProps(push: Address['push'], path: string, search: Search): LinkProps {
  return {
    href: path + stringifySearch(search),
    onClick: (event) => {
      // With a modifier key the browser opens a new tab or window.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      push(path, search)
    },
  }
}

/** The same for an address as the server writes it. */
export function hrefProps(push: Address['push'], href: string): LinkProps {
  const [path = '', text = ''] = href.split('?')
  return linkProps(push, path, parseSearch(text))
}
