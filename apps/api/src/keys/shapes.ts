import { accessKeyKinds } from '@leaselight/state'
import { z } from 'zod'
import { anyType, freshness, instant } from '../http/answers'
import { savedView } from '../sharing/shapes'

const fields = {
  id: z.string(),
  kind: z.enum(accessKeyKinds).meta({
    description: '`api`: a personal API key. `sheet`: a report as a CSV file. `guest`: a report as a page.',
  }),
  name: z.string(),
  ending: z.string().meta({ description: 'The last characters of the secret, to tell keys apart.' }),
  may_import: z.boolean(),
  masked: z.boolean().meta({ description: 'Whether it shows sample names.' }),
  report: z
    .object({ key: z.string(), ...savedView })
    .omit({ report: true })
    .nullable(),
  expired: z.boolean(),
  created_at: instant,
  expires_at: instant,
  last_used_at: instant.nullable(),
}

/** A key or a link as its owner reads it. */
export const accessKey = z.object(fields).meta({ id: 'AccessKey' })

/** A new API key. */
export const newApiKey = z
  .object({ ...fields, secret: z.string().meta({ description: 'The key itself; shown this once.' }) })
  .meta({ id: 'NewApiKey' })

/** A new link. */
export const newLink = z
  .object({ ...fields, address: z.string().meta({ description: 'What opens the report; shown this once.' }) })
  .meta({ id: 'NewLink' })

/** A report as a guest reads it. */
export const guestReport = z
  .object({
    name: z.string(),
    company: z.string(),
    report: z.string(),
    params: z.record(z.string(), z.string()),
    in_words: z.array(z.string()).meta({ description: 'Its filters as sentences.' }),
    today: z.string(),
    notes: z.array(z.string()).meta({ description: 'What is left out.' }),
    expires_at: instant,
    result: z
      .object({ freshness })
      .catchall(z.unknown().meta(anyType))
      .meta({ description: 'The report’s answer, as `/api/reports/{key}` gives it to its maker.' }),
  })
  .meta({ id: 'GuestReport' })
