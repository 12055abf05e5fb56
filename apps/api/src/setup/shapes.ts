import { isZone } from '@leaselight/model'
import { z } from 'zod'
import { setupLines } from './checklist'

const name = z.string().trim().min(1).max(200)
const timeZone = z.string().max(100).refine(isZone, 'must be a time zone such as America/Denver')
const id = z.int().positive().max(Number.MAX_SAFE_INTEGER)

/** The shortest password of the first administrator, the same as the stand-in's. */
const MIN_PASSWORD = 8

export const place = z.object({ name, time_zone: timeZone })

export const administratorBody = z.object({
  code: z.string().min(1).max(200),
  company: z
    .union([place, z.object({ id })])
    .meta({ description: 'The new company, or the id of one of those that the link opens.' }),
  first_name: name,
  last_name: name,
  email: z.email().max(200),
  password: z.string().min(MIN_PASSWORD).max(200),
})

export const linkBody = administratorBody.pick({ code: true })

export const linkAnswer = z
  .object({
    companies: z
      .array(z.object({ id, name: z.string() }))
      .meta({ description: 'The companies that are there; none in a new installation.' }),
  })
  .meta({ id: 'SetupLink' })

export const propertiesBody = z.object({ properties: z.array(place).min(1).max(100) })

export const userBody = z.object({
  first_name: name,
  last_name: name,
  email: z.email().max(200),
  role: z.enum(['manager', 'agent', 'analytics_user', 'admin']),
  property_ids: z.array(id).max(1000).default([]),
  user_id: id
    .optional()
    .meta({ description: 'The person’s id in the CRM, whose tokens carry it. Not with the stand-in.' }),
})

export const userAnswer = z
  .object({
    user_id: z.int(),
    invitation: z
      .object({ url: z.string(), expires_at: z.string() })
      .nullable()
      .meta({ description: 'A link with which the person chooses a password. Null where a CRM signs people in.' }),
  })
  .meta({ id: 'NewUser' })

export const dismissalBody = z.object({ line: z.enum(setupLines), dismissed: z.boolean() })

export const setupAnswer = z
  .object({
    is_new: z.boolean().meta({ description: 'Whether the installation has no company yet.' }),
    sign_in: z.enum(['crm', 'stand-in']).meta({ description: 'Where people sign in.' }),
    complete: z.boolean().meta({ description: 'Whether there is nothing left for the caller to do.' }),
    company: z.object({ id: z.int(), name: z.string(), time_zone: z.string() }).nullable(),
    properties: z.array(z.object({ id: z.int(), name: z.string(), time_zone: z.string() })),
    lines: z
      .array(
        z.object({
          line: z.enum(setupLines),
          done: z.boolean(),
          required: z.boolean(),
          dismissed: z.boolean(),
          text: z.string(),
        }),
      )
      .meta({ description: 'What the company has and lacks; for its administrators.' }),
  })
  .meta({ id: 'Setup' })
