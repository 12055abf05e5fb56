import type { AuditAction, AuditMeans } from '@leaselight/state'
import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import type { Api } from './context'

/** Who did something with which means; null where no person did. */
export interface AuditedCaller {
  companyId: number
  userId: number | null
  demo: boolean
  means: AuditMeans
}

/** What was done. */
export interface AuditedDeed {
  action: AuditAction
  /** As a sentence: `Saves a report under a name`. */
  what: string
  /** The key of the report it was about. */
  report: string | null
}

/** Takes note of what people do. */
export interface AuditRecorder {
  record(caller: AuditedCaller, deed: AuditedDeed): void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The report that the address is about, where its parameters don't say. */
    report?: string
  }
  interface FastifyRequest {
    /** Who called and what for, where a secret in the address or a ticket says so, and not a session. */
    audited: { caller: AuditedCaller; report: string } | null
  }
}

/** What routes are to the log, where it does not follow from their method and their group; null is left out. */
const byOperation: Readonly<Record<string, AuditAction | null>> = {
  downloadFile: 'exported',
  generatePdf: 'exported',
  readSheet: 'exported',
  readGuestReport: 'seen',
  readGuestPdf: 'exported',
  exportAuditLog: 'exported',
  exportGoals: 'exported',
  exportSavedReports: 'exported',
  exportReconciliation: 'exported',
  erasePeople: 'erased',
  sendScheduledReportNow: 'sent',
  uploadToFeed: 'imported',
  createFeedKey: 'access',
  revokeFeedKey: 'access',
  // These change nothing.
  createTicket: null,
  graphqlSchema: null,
  listWaitingFindings: null,
  peopleToErase: null,
  previewGoals: null,
  previewReconciliation: null,
  previewTable: null,
  previewTiming: null,
  previewWatch: null,
}

/** The names of operations that the log treats in a way of their own. */
export const auditedOperations = Object.keys(byOperation)

const REPORT = /^\/api\/reports\/:key(\/.*)?$/
/** The routes that every report has, by what follows its key. */
const reportRoutes: Readonly<Record<string, Omit<AuditedDeed, 'report'> | null>> = {
  '': { action: 'seen', what: 'Opens a report' },
  '/:dimension/:id/:children': { action: 'seen', what: 'Opens a report' },
  '/members': { action: 'seen', what: 'Opens the list behind a number' },
  '/members/export': { action: 'exported', what: 'Takes the list behind a number as a file' },
  '/export': { action: 'exported', what: 'Takes a report as a file' },
  '/first-page': null,
}

/** What a route is to the log; null for what is left out: signing in, and reading one's own lists. */
export function deedOf(
  method: string,
  url: string,
  schema: FastifySchema | undefined,
): Omit<AuditedDeed, 'report'> | null {
  const [isReport, rest = ''] = REPORT.exec(url) ?? []
  if (isReport !== undefined) return reportRoutes[rest] ?? null
  const operation = schema?.variants?.[0] ?? schema
  const { operationId = '', tag, summary: what = '' } = operation ?? {}
  if (operationId in byOperation) {
    const action = byOperation[operationId]
    return action ? { action, what } : null
  }
  if (tag === 'Reports') return { action: 'seen', what }
  if (method === 'GET' || tag === 'Account' || tag === undefined) return null
  if (tag === 'Import') return { action: 'imported', what }
  if (tag === 'Sharing') return { action: 'sent', what }
  return { action: tag === 'Keys' ? 'access' : 'changed', what }
}

/**
 * Takes note of every request that was answered with success and that a person made: signed in, by a key, or by a link.
 * It runs after the answer is sent, so it delays none.
 */
export function addAudit(app: FastifyInstance, api: Pick<Api, 'audit'>): void {
  app.decorateRequest('audited', null)
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 400) return
    const caller = request.audited?.caller ?? callerOf(request)
    const deed = caller && deedOf(request.method, request.routeOptions.url ?? '', request.routeOptions.schema)
    if (deed) api.audit.record(caller, { ...deed, report: request.audited?.report ?? reportOf(request) })
  })
}

/** Who calls, as the route's access found out; undefined before sign-in and for the operator. */
export function callerOf({ caller }: FastifyRequest): AuditedCaller | undefined {
  if (!caller || 'founder' in caller) return undefined
  if (!('viewer' in caller)) return { companyId: caller.companyId, userId: null, demo: false, means: 'machine' }
  const { companyId, userId, demo = false } = caller.viewer
  return { companyId, userId, demo, means: 'byKey' in caller ? 'api' : 'session' }
}

function reportOf({ params, body, routeOptions }: FastifyRequest): string | null {
  if (routeOptions.config.report !== undefined) return routeOptions.config.report
  const isReport = REPORT.test(routeOptions.url ?? '')
  return (isReport ? textIn(params, 'key') : null) ?? textIn(body, 'report')
}

function textIn(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null || !(name in value)) return null
  const found: unknown = Reflect.get(value, name)
  return typeof found === 'string' ? found.slice(0, 100) : null
}
