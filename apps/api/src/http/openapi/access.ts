import { flags } from '@leaselight/model'
import { flagBody } from '../../account/flags/routes'
import { bodySchema, json, operation, parameter, type Schema } from './parts'
import { list, signIn, strictObject, textOrNull } from './schemas'

const boolean: Schema = { type: 'boolean' }

const flagList = strictObject({
  flags: list(
    strictObject({
      flag: { enum: [...flags] },
      value: { ...boolean, description: 'What holds.' },
      imported: { ...boolean, description: 'What the company’s own record says.' },
      set: { type: ['boolean', 'null'], description: 'What an administrator set above it.' },
      set_at: textOrNull,
    }),
  ),
})

const redirect: Schema = {
  responses: { 303: { description: 'Leads on.' }, 404: { description: 'No provider is set.' } },
}
const open = { security: [] }

/** The doors of administrators, and those to an OpenID provider. */
export function accessPaths(): Schema {
  return {
    '/api/auth/sso/start': {
      get: {
        ...operation('Leads the browser to the OpenID provider.', {}, [
          parameter('next', { type: 'string' }, 'The page to come back to.'),
        ]),
        ...redirect,
        ...open,
      },
    },
    '/api/auth/sso/callback': {
      get: {
        ...operation('Where the provider leads back to: a code becomes a session of the CRM.', {}, [
          parameter('code', { type: 'string' }, 'What the provider gave.'),
          parameter('state', { type: 'string' }, 'What was sent along.'),
        ]),
        ...redirect,
        ...open,
      },
    },
    '/api/auth/sso/session': {
      post: { ...operation('The session of whoever has just come back, once.', json(signIn)), ...open },
    },
    '/api/flags': {
      get: operation('The company’s feature flags, for administrators.', json(flagList)),
      put: operation(
        'Sets a flag of the company; null takes the setting back.',
        json(flagList),
        [],
        bodySchema(flagBody),
      ),
    },
  }
}
