import { z } from 'zod'

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

/** The operator's mail settings. */
export const mailEnvironment = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(/^([^<>\r\n"]+ )?<?[^\s<>@,;"]+@[^\s<>@,;"]+>?$/)
    .optional(),
  MAIL_LIMIT: whole(1, 100_000).default(200),
  MAIL_LEASE_SECONDS: whole(1, 3_600).default(90),
}

/** Their descriptions. */
export const mailTable = {
  SMTP_URL: {
    about:
      'The mail server that reports are sent by, such as `smtp://user:password@mail.example.com:587` or `smtps://…:465`.',
    byDefault: 'none: mails are kept in the outbox, which administrators see',
    sentence: 'SMTP_URL must be an address such as smtp://user:password@mail.example.com:587.',
  },
  MAIL_FROM: {
    about:
      'Whom mails come from, such as `Leaselight <reports@example.com>`. Replies go to the person who had them sent.',
    byDefault: '`Leaselight <reports@…>` at the host of PUBLIC_URL',
    sentence: 'MAIL_FROM must look like Leaselight <reports@example.com>.',
  },
  MAIL_LIMIT: {
    about: 'Addresses one user may send to by hand in an hour: shares, messages, schedules sent at once.',
    byDefault: '200',
    sentence: 'MAIL_LIMIT must be a whole number from 1 to 100000.',
  },
  MAIL_LEASE_SECONDS: {
    about: 'After how long without a sign of life another instance takes over what one was sending.',
    byDefault: '90',
    sentence: 'MAIL_LEASE_SECONDS must be a whole number from 1 to 3600.',
  },
}

/** The settings as the product uses them. */
export function mailSettings(
  data: z.output<z.ZodObject<typeof mailEnvironment>>,
  publicUrl: string | undefined,
): { smtpUrl: string | undefined; from: string; perHour: number; leaseSeconds: number } {
  const host = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname
  return {
    smtpUrl: data.SMTP_URL,
    from: data.MAIL_FROM ?? `Leaselight <reports@${host}>`,
    perHour: data.MAIL_LIMIT,
    leaseSeconds: data.MAIL_LEASE_SECONDS,
  }
}
