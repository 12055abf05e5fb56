import { MAX_PINS, pinKinds } from '@leaselight/model'
import { z } from 'zod'
import { instant } from '../http/answers'
import { nameText } from '../http/textFields'
import { reportBody } from '../reports/savedParams'
import { savedView } from '../sharing/shapes'

const name = nameText(120)
const kind = z.enum(pinKinds)
const item = nameText(300).meta({
  description:
    'What of the report is pinned: the column of a number, the key of a chart, or the key of a finding as `GET /api/insights/findings` has it.',
})

/** What is pinned, in which state of its report. */
export const pinBody = z.object({ ...reportBody, kind, item, name: name.nullish() })
export const renameBody = z.object({ name: name.nullable().meta({ description: 'Null takes the name away.' }) })
export const orderBody = z.object({
  pin_ids: z
    .array(z.string().max(100))
    .max(MAX_PINS)
    .meta({ description: 'Every pin of the page once, in the order wanted.' }),
})
export const startBody = z.object({ start_page: z.boolean() })

const pinFields = {
  id: z.string(),
  kind,
  item,
  name: z.string().nullable().meta({ description: 'The name that the user gave it; null where it has only its own.' }),
  label: z.string().meta({ description: 'What the product calls it.' }),
  ...savedView,
  problem: z.string().nullable().meta({ description: 'Why it can’t be shown, as a sentence; null where it can.' }),
  left_out: z.string().nullable().meta({ description: 'What of its choice is not open to the user any more.' }),
  created_at: instant,
  updated_at: instant,
}

export const pinAnswer = z.object(pinFields).meta({ id: 'Pin' })
export const pinnedAnswer = z
  .object({ ...pinFields, was_pinned: z.boolean().meta({ description: 'Whether it was on the page before.' }) })
  .meta({ id: 'Pinned' })

export const myPageAnswer = z
  .object({
    pins: pinAnswer.array(),
    most: z.int().meta({ description: 'How many pins a page can have.' }),
    start_page: z.boolean().meta({ description: 'Whether the user starts on this page.' }),
  })
  .meta({ id: 'MyPage' })

export const startAnswer = z.object({ start_page: z.boolean() }).meta({ id: 'StartPage' })
