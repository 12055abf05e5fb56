import type { CompanyContext } from '@leaselight/engine'
import type { Viewer } from '@leaselight/model'
import type { Api } from '../http/context'
import type { GraphQLFieldConfig, GraphQLFieldConfigMap } from './library'

/** What every resolver works with. */
export interface GraphContext {
  api: Api
  viewer: Viewer
  signal: AbortSignal
  /** Read once a request, however many fields ask for it. */
  directory: () => Promise<CompanyContext>
}

export type Field<Args = Record<string, unknown>> = GraphQLFieldConfig<unknown, GraphContext, Args>
export type Fields = GraphQLFieldConfigMap<unknown, GraphContext>

/** A request's context. */
export function graphContext(api: Api, viewer: Viewer, signal: AbortSignal): GraphContext {
  let found: Promise<CompanyContext> | undefined
  return {
    api,
    viewer,
    signal,
    directory: () => {
      found ??= api.engine.companyContext(viewer)
      return found
    },
  }
}
