import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifySchema,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify'
import type { z } from 'zod'
import type { Access } from './access'
import { parseBody } from './params'

/** The groups of the OpenAPI document. */
export const tags = {
  Reports: 'Reports as JSON and as files, the records behind a number, and what changed.',
  'Saved reports': 'Reports saved under a name by their owner.',
  'Scheduled reports': 'Reports sent by mail at set times, and who receives them.',
  Goals: 'What properties want to reach in a month, and whether they are on pace.',
  'Notes on the timeline': 'What happened on a day or over some days, beside the numbers.',
  'My page': 'The numbers, charts and findings that a user pinned, in an order of their own.',
  Watches: 'Numbers that tell their owner when they cross a threshold or change unusually.',
  Sharing: 'Reports and messages sent by mail, and what became of them.',
  Reconcile: 'The property system’s boxscore beside ours, and the records behind each difference.',
  Keys: 'Personal API keys, and links that open one report without an account.',
  Webhooks: 'Addresses that get a message when something happens: programs, and channels of Slack and Teams.',
  Mail: 'A company’s rules for mail, the outbox, and the links to unsubscribe.',
  Account: 'Signing in, the profile and the company’s feature flags.',
  Setup: 'The first run: what an installation lacks, and bringing it in.',
  Import: 'Bringing data in and removing people.',
  Feeds: 'Files that a company’s systems send again and again, their keys and their runs.',
  Server: 'The state of the server, and the operator’s commands.',
} as const satisfies Record<string, string>

/** JSON schemas, or parts of the OpenAPI document. */
export type JsonSchema = Record<string, unknown>

/** A response or a body that is no JSON: its content types with a schema for each. */
export type MediaTypes = Readonly<Record<`${string}/${string}`, JsonSchema>>

/** What the OpenAPI document says of a route besides its path and body, which Fastify knows. */
export interface RouteDocumentation {
  /** The name of the operation in generated clients. */
  operationId: string
  tag: keyof typeof tags
  summary: string
  description?: string
  /** The query's parameters. For the document alone: routes read their query with sentences of their own. */
  parameters?: z.ZodObject
  /** The successful response. For the document alone: nothing is checked or written through it. */
  answer: z.ZodType | MediaTypes
  /** The status of the successful response where it is not 200, and what it means. */
  success?: { status: number; description: string }
  /** A JSON body that the route reads with sentences of its own. For the document alone. */
  payload?: z.ZodType
  /** A body that is read as a stream. */
  consumes?: MediaTypes
}

/** One address that a route's pattern matches, with its own documentation. */
export interface RouteVariant extends RouteDocumentation {
  path: string
}

declare module 'fastify' {
  interface FastifySchema extends Partial<RouteDocumentation> {
    /** In place of the route's own documentation: one operation each in the document. */
    variants?: readonly RouteVariant[]
    /** Why the document leaves the route out. */
    undocumented?: string
  }
}

/** Types a route's body and path parameters by their zod schemas. */
export interface ZodTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
}

/** The server as features add their routes to it. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** Reads bodies by their routes' schemas: a route gets what the schema makes of a body, or answers 400 with a sentence. */
export function addBodySchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (value: unknown) => {
    if (httpPart !== 'body') return { value }
    try {
      return { value: parseBody(schema, value) }
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)) }
    }
  })
}

/** The options of a route: who may call it, its schema, and what else plugins read, such as a rate limit. */
export const route = <const S extends FastifySchema, C extends FastifyContextConfig>(
  access: Access,
  schema: S,
  config?: C,
) => ({ config: { ...config, access }, schema })
