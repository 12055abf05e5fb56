import type { CompanyContext } from '@leaselight/engine'
import { isAdmin, isRecordList, type Viewer } from '@leaselight/model'
import { type AccessKey, createAccessKey, listAccessKeys, MAX_ACCESS_KEYS, revokeAccessKey } from '@leaselight/state'
import { z } from 'zod'
import type { Api } from '../http/context'
import { badRequest, notFound } from '../http/errors'
import { isUuid, nameText } from '../http/textFields'
import { normalizeParams, reportBody, requireOpenReport, savedView } from '../reports/savedParams'
import { requireSender } from '../sharing/deliveries/manual'
import { isHidden } from '../sharing/deliveries/show'

const DAY_MS = 24 * 3_600_000
/** The longest life of a key or a link. */
const MAX_DAYS = 366

const common = {
  name: nameText(120),
  expires_in_days: z.int().min(1).max(MAX_DAYS).meta({ description: 'After how many days it stops working.' }),
}

/** A personal API key as it is made. */
export const apiKeyBody = z.object({
  ...common,
  may_import: z.boolean().optional().meta({ description: 'Whether it may import, too; for administrators.' }),
})

/** A link to one report as it is made. */
export const linkBody = z.object({
  ...common,
  kind: z.enum(['sheet', 'guest']).meta({ description: '`sheet`: a CSV file for spreadsheets. `guest`: a page.' }),
  ...reportBody,
  masked: z
    .boolean()
    .optional()
    .meta({ description: 'Whether it shows sample names in place of those of properties and people.' }),
})

/** A key or a link as its owner reads it. */
export function showKey(api: Api, directory: CompanyContext, key: AccessKey) {
  const { id, kind, name, ending, mayImport, demo, report, params, createdAt, expiresAt, lastUsedAt } = key
  return {
    id,
    kind,
    name: directory.anonymizer?.text(name) ?? name,
    ending,
    mayImport,
    masked: demo,
    report: report === null || params === null ? null : { key: report, ...savedView(directory, report, params) },
    expired: expiresAt <= api.now(),
    ...{ createdAt, expiresAt, lastUsedAt },
  }
}

/** Makes a personal API key, and returns it with its secret. */
export async function makeApiKey(api: Api, viewer: Viewer, input: z.output<typeof apiKeyBody>) {
  const mayImport = input.may_import ?? false
  if (mayImport && !isAdmin(viewer.role)) throw badRequest('Only administrators can import.')
  const { key, secret } = await insertKey(api, viewer, input, {
    ...{ kind: 'api', mayImport, demo: viewer.demo ?? false, report: null, params: null },
  })
  return { ...showKey(api, await api.engine.companyContext(viewer), key), secret }
}

/** Makes a link to a report, and returns it with its address. */
export async function makeLink(api: Api, viewer: Viewer, input: z.output<typeof linkBody>) {
  const report = await requireOpenReport(api, viewer, input.report)
  if (input.kind === 'guest' && isRecordList(report))
    throw badRequest('This report lists people. Guests can open reports with totals only.')
  const { key, secret } = await insertKey(api, viewer, input, {
    kind: input.kind,
    mayImport: false,
    demo: (viewer.demo ?? false) || (input.masked ?? false),
    report: report.key,
    params: normalizeParams(report, input.params),
  })
  const shown = showKey(api, await api.engine.companyContext(viewer), key)
  return { ...shown, address: api.publicUrl() + addressOf[input.kind](secret) }
}

/** The path that a link's secret opens. What follows a # is sent to no server, so a page's secret is in no log. */
const addressOf = {
  sheet: (secret: string) => `/api/sheets/report.csv?token=${secret}`,
  guest: (secret: string) => `/guest#${secret}`,
}

async function insertKey(
  api: Api,
  viewer: Viewer,
  input: z.output<z.ZodObject<typeof common>>,
  made: Pick<AccessKey, 'kind' | 'mayImport' | 'demo' | 'report' | 'params'>,
) {
  // A key works with the rights of its owner's record, so there must be one.
  await requireSender(api, viewer)
  const now = api.now()
  const expiresAt = new Date(now.getTime() + input.expires_in_days * DAY_MS)
  const key = await createAccessKey(api.state, viewer, { ...made, role: viewer.role, name: input.name, expiresAt }, now)
  if (!key) throw badRequest(`You have ${MAX_ACCESS_KEYS} keys and links. Revoke one to make another.`)
  return key
}

/** The viewer's own keys and links, newest first. */
export async function listKeys(api: Api, viewer: Viewer) {
  const [directory, all] = await Promise.all([api.engine.companyContext(viewer), listAccessKeys(api.state, viewer)])
  return all.filter((key) => !isHidden(viewer, key)).map((key) => showKey(api, directory, key))
}

/** Revokes one of the viewer's own keys or links; 404 for any other id. */
export async function revokeKey(api: Api, viewer: Viewer, id: string): Promise<AccessKey> {
  const mine = isUuid(id) ? (await listAccessKeys(api.state, viewer)).find((key) => key.id === id) : undefined
  const revoked = mine && !isHidden(viewer, mine) && (await revokeAccessKey(api.state, viewer, id, api.now()))
  if (!revoked) throw notFound('You have no such key.')
  return revoked
}
