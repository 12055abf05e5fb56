import type { CompanyContext } from '@leaselight/engine'
import type { Viewer } from '@leaselight/model'
import type { Api } from '../http/context'
import type { GraphQLFieldConfig, GraphQLFieldConfigMap } from './library'

/** The context of every resolver. */
export interface GraphContext {
  api: Api
  viewer: Viewer
  signal: AbortSignal
  /** An API key asks, which changes nothing. */
  byKey: boolean
  /** Read once per request, however many fields use it. */
  directory: () => Promise<CompanyContext>
}

export type Field<Args = Record<string, unknown>> = GraphQLFieldConfig<unknown, GraphContext, Args>
export type Fields = GraphQLFieldConfigMap<unknown, GraphContext>

/** Makes a request's context. */
export function graphContext(api: Api, viewer: Viewer, signal: AbortSignal, byKey = false): GraphContext {
  let loaded: Promise<CompanyContext> | undefined
  return {
    api,
    viewer,
    signal,
    byKey,
    directory: () => {
      loaded ??= api.engine.companyContext(viewer)
      return loaded
    },
  }
}
