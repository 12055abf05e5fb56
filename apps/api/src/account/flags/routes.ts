import { flags, isAdmin, type Viewer } from '@leaselight/model'
import { readFlagSettings, writeFlagSetting } from '@leaselight/state'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Api, requireViewer } from '../../http/context'
import { notFound } from '../../http/errors'
import { parseBody } from '../../http/params'

/** Which flag of the company is set to what; null takes the setting back. */
export const flagBody = z.object({ flag: z.enum(flags), value: z.boolean().nullable() })

/** A company's flags: what its record says, what an administrator set, and what holds. For administrators alone. */
export function addFlags(app: FastifyInstance, api: Api): void {
  app.get('/api/flags', async (request) => companyFlags(api, await requireAdmin(api, request)))

  app.put('/api/flags', async (request) => {
    const viewer = await requireAdmin(api, request)
    const { flag, value } = parseBody(flagBody, request.body)
    // A company that is not there has no flags to set.
    await api.engine.companyContext(viewer)
    await writeFlagSetting(api.state, { companyId: viewer.companyId, flag, value, setBy: viewer.userId }, api.now())
    api.flags.changed(viewer.companyId)
    request.log.info({ flag, value, company: viewer.companyId, user: viewer.userId }, 'flag set')
    return companyFlags(api, viewer)
  })
}

async function requireAdmin(api: Api, request: FastifyRequest): Promise<Viewer> {
  const viewer = await requireViewer(api, request)
  // Like every door that is not there for somebody.
  if (!isAdmin(viewer.role)) throw notFound()
  return viewer
}

async function companyFlags(api: Api, viewer: Viewer) {
  const [{ company, importedFlags }, settings] = await Promise.all([
    api.engine.companyContext(viewer),
    readFlagSettings(api.state, viewer.companyId),
  ])
  const set = new Map(settings.map((setting) => [setting.flag, setting]))
  return {
    flags: flags.map((flag) => {
      const setting = set.get(flag)
      return {
        flag,
        value: company.flags[flag] ?? false,
        imported: importedFlags[flag] ?? false,
        set: setting?.value ?? null,
        set_at: setting?.setAt.toISOString() ?? null,
      }
    }),
  }
}
