import { flags, type Viewer } from '@leaselight/model'
import { readFlagSettings, writeFlagSetting } from '@leaselight/state'
import { z } from 'zod'
import { viewerOf } from '../../http/access'
import type { Api } from '../../http/context'
import { type App, route } from '../../http/routeSchema'

/** Which flag of the company is set to what; null takes the setting back. */
const flagBody = z.object({ flag: z.enum(flags), value: z.boolean().nullable() })

const flagList = z
  .object({
    flags: z.array(
      z
        .object({
          flag: z.enum(flags),
          value: z.boolean().meta({ description: 'The value that applies.' }),
          imported: z.boolean().meta({ description: 'The value in the company’s own record.' }),
          set: z.boolean().nullable().meta({ description: 'The value that an administrator set, which comes first.' }),
          set_at: z.string().nullable(),
        })
        .meta({ id: 'Flag' }),
    ),
  })
  .meta({ id: 'Flags' })

/** A company's flags: what its record says, what an administrator set, and what holds. For administrators alone. */
export function addFlags(app: App, api: Api): void {
  const list = route('admin', {
    operationId: 'listFlags',
    tag: 'Account',
    summary: 'The company’s feature flags',
    description: 'For administrators.',
    answer: flagList,
  })
  app.get('/api/flags', list, async (request) => companyFlags(api, viewerOf(request)))

  const set = route('admin', {
    operationId: 'setFlag',
    tag: 'Account',
    summary: 'Sets a feature flag of the company',
    description: 'For administrators. The value null takes a setting back.',
    body: flagBody,
    answer: flagList,
  })
  app.put('/api/flags', set, async (request) => {
    const viewer = viewerOf(request)
    const { flag, value } = request.body
    await writeFlagSetting(api.state, { companyId: viewer.companyId, flag, value, setBy: viewer.userId }, api.now())
    api.flags.changed(viewer.companyId)
    request.log.info({ flag, value, company: viewer.companyId, user: viewer.userId }, 'flag set')
    return companyFlags(api, viewer)
  })
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
