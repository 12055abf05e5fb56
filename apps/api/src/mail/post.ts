import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'

/** How handing over one mail ended. */
export type Handing =
  | { kind: 'sent' }
  /** The mail server will never take it for this address. */
  | { kind: 'refused'; reason: string }
  /** It may take it later; `everybody` says that it took nobody's. */
  | { kind: 'later'; reason: string; everybody: boolean }
  /** It went silent after the last line: nobody knows whether it took the mail. */
  | { kind: 'doubt'; reason: string }
  /** `beforeEnd` forbade it. */
  | { kind: 'stopped' }

/** The way to the mail server. */
export interface Post {
  /**
   * Hands over one mail. Its last line waits for `beforeEnd`: until that says true the mail server can't have taken the
   * mail, so what was noted before can be relied on after a crash.
   */
  hand(mail: { from: string; to: string; content: Buffer; beforeEnd: () => Promise<boolean> }): Promise<Handing>
}

export interface PostTimes {
  connectMs: number
  silenceMs: number
}

const TIMES: PostTimes = { connectMs: 10_000, silenceMs: 60_000 }

/** Opens the way to the mail server at an SMTP address; every mail gets a connection of its own. */
export function openPost(smtpUrl: string, { connectMs, silenceMs }: PostTimes = TIMES): Post {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async hand({ from, to, content, beforeEnd }) {
      let handed = false
      const held = async function* () {
        yield content
        if (!(await beforeEnd())) throw new Stopped()
        handed = true
      }
      try {
        await transport.sendMail({
          envelope: { from: addressOf(from), to: [to] },
          raw: Readable.from(held(), { objectMode: false }),
        })
        return { kind: 'sent' }
      } catch (error) {
        return handingOf(error, to, handed)
      }
    },
  }
}

class Stopped extends Error {}

/** The bare address of `Name <address>`. */
export const addressOf = (from: string): string => /<([^>]+)>/.exec(from)?.[1] ?? from.trim()

function handingOf(error: unknown, to: string, handed: boolean): Handing {
  const { code, command, response, responseCode } = fieldsOf(error)
  if (error instanceof Stopped || (code === 'ESTREAM' && !handed)) return { kind: 'stopped' }
  const said = response ? `: ${response.slice(0, 300)}` : '.'
  if (responseCode === undefined) {
    const reason = handed
      ? 'The mail server went silent after the last line of the mail.'
      : `The mail server can’t be reached (${reasonOf(error)}).`
    return handed ? { kind: 'doubt', reason } : { kind: 'later', reason, everybody: true }
  }
  // Who may send at all is between us and the mail server; the address has nothing to do with it.
  if (command === 'MAIL FROM' || code === 'EAUTH' || /^AUTH|^(CONN|EHLO|HELO|STARTTLS)/.test(command ?? ''))
    return { kind: 'later', reason: `The mail server does not let us send${said}`, everybody: true }
  if (responseCode >= 500)
    return {
      kind: 'refused',
      reason: `The mail server refused ${command === 'RCPT TO' ? to : 'the mail'}${said}`,
    }
  return { kind: 'later', reason: `The mail server asked us to try later${said}`, everybody: false }
}

interface SmtpFields {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

function fieldsOf(error: unknown): SmtpFields {
  const fields: SmtpFields = {}
  if (!(error instanceof Error)) return fields
  if ('code' in error && typeof error.code === 'string') fields.code = error.code
  if ('command' in error && typeof error.command === 'string') fields.command = error.command
  if ('response' in error && typeof error.response === 'string') fields.response = error.response
  if ('responseCode' in error && typeof error.responseCode === 'number') fields.responseCode = error.responseCode
  return fields
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.split('\n')[0]?.slice(0, 200) || error.name : String(error)
