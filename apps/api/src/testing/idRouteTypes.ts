import type { IdSlot } from './ids'

/** A request to an endpoint. */
export interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
  url: string
  payload?: object
}

/** Ids of one's own, for the parameters of an endpoint that are not under test. */
export type OwnIds = Readonly<Record<string, string>>

/** An endpoint with one of its parameters that contains ids. */
export interface IdRoute {
  label: string
  slot: IdSlot
  /** Endpoints of one family share one implementation for all reports. */
  family: string
  request: (ids: string[], own: OwnIds) => Request
}
