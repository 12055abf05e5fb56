import type { z } from 'zod'
import { hosts } from './feeds'

/** The operator's settings of watched numbers. */
export const watchEnvironment = { WEBHOOK_PRIVATE_HOSTS: hosts.default([]) }

/** Their descriptions. */
export const watchTable = {
  WEBHOOK_PRIVATE_HOSTS: {
    about:
      'The hosts inside your own network that the webhooks of watched numbers may call, separated by commas: `hooks.internal`, `*.corp.example`, `localhost:8443`. These may be called by `http`, too. See [watches](watches.md).',
    byDefault: 'none: webhooks call public `https` addresses only',
    sentence: 'WEBHOOK_PRIVATE_HOSTS must list hosts such as hooks.internal, separated by commas.',
  },
}

/** The settings as the product uses them. */
export const watchSettings = (data: z.output<z.ZodObject<typeof watchEnvironment>>) => ({
  privateHosts: data.WEBHOOK_PRIVATE_HOSTS,
})
