import type { Viewer } from '@leaselight/model'
import { type AccessKey, type AccessKeyKind, looksLikeKey, readAccessKey } from '@leaselight/state'
import type { FastifyRequest } from 'fastify'
import type { Api } from '../http/context'
import { HttpError, notFound } from '../http/errors'
import type { RateWindow } from '../http/rateWindow'
import { accountDeleted, type KeyOpener } from '../http/viewer'
import { type OpenSaved, openSaved } from '../reports/openSaved'
import { currentOwner } from '../sharing/owner'

declare module '../http/context' {
  interface Api {
    /** Counts the uses of each key and link. */
    keyUses: RateWindow
  }
}

/** Opens personal API keys as the bearer tokens of requests. */
export const apiKeyOpener = (api: () => Api): KeyOpener => ({
  isKey: (token) => looksLikeKey('api', token),
  async open(secret) {
    const used = await useKey(api(), 'api', secret)
    if (!used) throw badKey()
    if (!used.viewer) throw accountDeleted()
    return { viewer: used.viewer, mayImport: used.key.mayImport }
  },
})

const badKey = (): HttpError =>
  new HttpError(401, 'bad_key', 'This API key doesn’t work. It was revoked, it has expired, or it has a typo.')

/** The key of a secret, with a viewer of its owner's rights of now; the viewer is null when the owner is gone. */
async function useKey(
  api: Api,
  kind: AccessKeyKind,
  secret: string,
): Promise<{ key: AccessKey; viewer: Viewer | null } | undefined> {
  const key = await readAccessKey(api.state, kind, secret, api.now())
  if (!key) return undefined
  api.keyUses.count(key.id)
  const viewer = (await currentOwner(api, key))?.viewer ?? null
  const isActive = viewer !== null && (await api.engine.accountStatus(viewer)) === 'active'
  return { key, viewer: isActive ? viewer : null }
}

/** A link's report, as its maker may see it now. */
export interface OpenLink extends OpenSaved {
  key: AccessKey
  viewer: Viewer
}

/** Opens the report of a link, and notes who lets it be read. Whatever the reason that it can't be opened, it looks like a link that never was. */
export async function openLink(
  api: Api,
  request: FastifyRequest,
  kind: 'sheet' | 'guest',
  secret: string,
): Promise<OpenLink> {
  const used = await useKey(api, kind, secret)
  if (!used?.viewer) throw closedLink()
  const { key, viewer } = used
  const saved = await openSaved(api, viewer, { report: key.report ?? '', params: key.params ?? {} })
  if ('closed' in saved) throw closedLink()
  const { companyId, userId, demo } = key
  request.audited = { caller: { companyId, userId, demo, means: kind }, report: saved.report.key }
  return { key, viewer, ...saved }
}

const closedLink = (): HttpError =>
  notFound('This link doesn’t work any more. Ask the person who sent it for a new one.')
