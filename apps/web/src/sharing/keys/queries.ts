import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../api/request'
import { sharingKey } from '../queries'
import type { SavedItem } from '../types'

/** What a link is for: a page for people without an account, or a file for spreadsheets. */
export type LinkKind = 'guest' | 'sheet'

/** A personal API key or a link, without its secret. */
export interface AccessKey {
  id: string
  kind: 'api' | LinkKind
  name: string
  ending: string
  mayImport: boolean
  masked: boolean
  report: Pick<SavedItem, 'title' | 'inWords' | 'available'> | null
  expired: boolean
  createdAt: string
  expiresAt: string
  lastUsedAt: string | null
}

/** The reader's own keys and links. */
export const accessKeys = (client: Client) =>
  queryOptions({
    queryKey: [...sharingKey, 'keys'],
    queryFn: ({ signal }) => client.json<AccessKey[]>('/api/keys', { signal }),
    // A key is used while the page is open.
    staleTime: 0,
  })
