import { join } from 'node:path'
import { z } from 'zod'

/** `exports.example.com`, `*.example.com`, or with a port. */
const HOST = /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/

/** Hosts, separated by commas. */
export const hosts = z.string().transform((value, context) =>
  value.split(',').map((item) => {
    const host = item.trim().toLowerCase()
    if (!HOST.test(host)) context.addIssue({ code: 'custom', message: 'not a host' })
    return host
  }),
)

/** The operator's settings of feeds. */
export const feedEnvironment = {
  FEED_FOLDER: z.string().trim().min(1).optional(),
  FEED_HOSTS: hosts.default([]),
  FEED_SETTLE_SECONDS: z.coerce.number().int().min(0).max(3_600).default(15),
}

/** Their descriptions. */
export const feedTable = {
  FEED_FOLDER: {
    about:
      'The folder under which feeds watch for files: `FEED_FOLDER/<company id>/<folder of the feed>`. See [feeds](feeds.md).',
    byDefault: 'none: no feed can watch a folder',
    sentence: 'FEED_FOLDER must name a folder.',
  },
  FEED_HOSTS: {
    about:
      'The hosts that feeds may fetch files from, separated by commas: `exports.example.com`, `*.example.com`, `host:8443`. Only `https`, except on `localhost`.',
    byDefault: 'none: no feed can fetch a file',
    sentence: 'FEED_HOSTS must list hosts such as exports.example.com, separated by commas.',
  },
  FEED_SETTLE_SECONDS: {
    about: 'How long a file in a watched folder must stay the same before it is imported.',
    byDefault: '15',
    sentence: 'FEED_SETTLE_SECONDS must be a whole number from 0 to 3600.',
  },
}

/** The settings as the product uses them. `spool` is where files are until they are imported. */
export const feedSettings = (data: z.output<z.ZodObject<typeof feedEnvironment>>, dataDir: string) => ({
  folder: data.FEED_FOLDER,
  hosts: data.FEED_HOSTS,
  settleSeconds: data.FEED_SETTLE_SECONDS,
  spool: join(dataDir, 'feeds'),
})
