import type { CompanyContext } from '@leaselight/engine'
import type { Viewer } from '@leaselight/model'
import type { FastifyRequest } from 'fastify'
import { isByKey, viewerOf } from '../http/access'
import { type AuditedDeed, callerOf } from '../http/audit'
import type { Api } from '../http/context'
import type { GraphQLFieldConfig, GraphQLFieldConfigMap } from './library'

/** The context of every resolver. */
export interface GraphContext {
  api: Api
  viewer: Viewer
  signal: AbortSignal
  /** An API key asks, which changes nothing. */
  byKey: boolean
  /** Notes that a report was seen, taken, saved or sent. */
  note: (deed: AuditedDeed) => void
  /** Says that the answer has a secret, which is stored for no repeated request. */
  answersSecret: () => void
  /** Read once per request, however many fields use it. */
  directory: () => Promise<CompanyContext>
}

export type Field<Args = Record<string, unknown>> = GraphQLFieldConfig<unknown, GraphContext, Args>
export type Fields = GraphQLFieldConfigMap<unknown, GraphContext>

/** Makes a request's context. */
export function graphContext(request: FastifyRequest, api: Api, signal: AbortSignal): GraphContext {
  const viewer = viewerOf(request)
  let loaded: Promise<CompanyContext> | undefined
  return {
    api,
    viewer,
    signal,
    byKey: isByKey(request),
    note: (deed) => {
      const caller = callerOf(request)
      if (caller) api.audit.record(caller, deed)
    },
    answersSecret: () => {
      request.answersSecret = true
    },
    directory: () => {
      loaded ??= api.engine.companyContext(viewer)
      return loaded
    },
  }
}
