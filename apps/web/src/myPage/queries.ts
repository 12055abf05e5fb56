import type { PinKind } from '@leaselight/model'
import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../api/request'
import { sharingKey } from '../sharing/queries'

/** A number, a chart or a finding that the reader pinned. */
export interface Pin {
  id: string
  kind: PinKind
  /** The number's column, the chart's key, or the finding's key. */
  item: string
  /** The name that the reader gave it. */
  name: string | null
  /** What the product calls it. */
  label: string
  report: string
  title: string
  /** Whether its report is open to the reader. */
  available: boolean
  /** Where its report opens in its state. */
  address: string
  inWords: string[]
  /** Why it can't be shown; null where it can. */
  problem: string | null
  /** What of its choice is not open to the reader any more. */
  leftOut: string | null
}

/** The reader's own page. */
export interface MyPage {
  pins: Pin[]
  most: number
  startPage: boolean
}

const PATH = '/api/my-page'

/** The endpoint of the pins, whose removals can be undone. */
export const PINS = `${PATH}/pins`

const myPageKey = [...sharingKey, 'my-page'] as const

/** What the reader pinned. */
export const myPage = (client: Client) =>
  queryOptions({
    queryKey: myPageKey,
    queryFn: ({ signal }) => client.json<MyPage>(PATH, { signal }),
  })

/** Pins something in a state of its report. */
export const addPin = (
  client: Client,
  pin: Pick<Pin, 'report' | 'kind' | 'item'> & { params: Record<string, string> },
) => client.json<Pin & { wasPinned: boolean }>(PINS, { body: { ...pin } })

export const renamePin = (client: Client, id: string, name: string | null) =>
  client.json<Pin>(`${PINS}/${id}`, { method: 'PUT', body: { name } })

export const orderPins = (client: Client, pinIds: readonly string[]) =>
  client.json<MyPage>(`${PATH}/order`, { method: 'PUT', body: { pinIds: [...pinIds] } })

export const setStartPage = (client: Client, startPage: boolean) =>
  client.json(PATH, { method: 'PUT', body: { startPage } })
