import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type MailServer, type MailServerBehavior, mailServer, smtpError } from '../../testing/mailServer'
import { createMailer } from './mailer'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const QUICK = { connectMs: 400, silenceMs: 400 }
const content = Buffer.from('From: a@x.example\r\nTo: b@x.example\r\nSubject: Hello\r\n\r\n.Dots too.\r\n..\r\nEnd')

async function server(manners: MailServerBehavior = {}): Promise<MailServer> {
  const made = await mailServer(manners)
  closing.push(made.close)
  return made
}
const deliver = (url: string, beforeEnd = async () => true) =>
  createMailer(url, QUICK).deliver({ from: 'Us <a@x.example>', to: 'b@x.example', content, beforeEnd })

test('delivers a whole mail after its last line was permitted', async () => {
  const { url, mails } = await server()
  const seen: number[] = []
  const handed = await deliver(url, async () => {
    await sleep(50)
    seen.push(mails.length)
    return true
  })
  expect(handed).toEqual({ kind: 'sent' })
  expect(seen).toEqual([0])
  expect(mails.map(({ subject, text }) => [subject, text])).toEqual([['Hello', '.Dots too.\n..\nEnd\n']])
})

test('delivers nothing without that permission', async () => {
  const { url, mails } = await server()
  expect(await deliver(url, async () => false)).toEqual({ kind: 'stopped' })
  await sleep(100)
  expect(mails).toEqual([])
})

test.each([
  ['an address it does not know', { onRcptTo: refuseWith(550, 'Who?') }, 'refused', /refused b@x\.example: 550 Who\?/],
  ['a mail it does not want', { beforeAccept: throwing(554, 'Spam') }, 'refused', /refused the mail: 554 Spam/],
  ['a moment that does not suit', { onRcptTo: refuseWith(451, 'Later') }, 'later', /deferred the message: 451 Later/],
  ['a full disk', { beforeAccept: throwing(452, 'Full') }, 'later', /deferred the message: 452 Full/],
] satisfies [string, MailServerBehavior, string, RegExp][])(
  '%s is distinguished',
  async (_name, manners, kind, reason) => {
    const { url } = await server(manners)
    expect(await deliver(url)).toMatchObject({ kind, reason: expect.stringMatching(reason) })
  },
)

function refuseWith(code: number, text: string): NonNullable<MailServerBehavior['onRcptTo']> {
  return (_address, _session, done) => done(smtpError(code, text))
}
function throwing(code: number, text: string) {
  return () => {
    throw smtpError(code, text)
  }
}

test('knows that a server that is away, silent or gone before the last line has no mail', async () => {
  const away = await server()
  await away.close()
  expect(await deliver(away.url)).toMatchObject({
    kind: 'later',
    everybody: true,
    reason: expect.stringMatching(/can’t be reached/),
  })
  const mute = createServer(() => undefined).listen(0, '127.0.0.1')
  closing.push(async () => mute.close())
  await new Promise((resolve) => mute.once('listening', resolve))
  const address = mute.address()
  const port = typeof address === 'object' ? address?.port : 0
  expect(await deliver(`smtp://127.0.0.1:${port}`)).toMatchObject({ kind: 'later', everybody: true })
  const slow = await server({
    onRcptTo: async (_address, _session, done) => {
      await sleep(900)
      done()
    },
  })
  expect(await deliver(slow.url)).toMatchObject({ kind: 'later', everybody: true })
})

test('reports doubt when the server goes silent after the last line', async () => {
  const { url } = await server({ beforeAccept: () => sleep(900) })
  expect(await deliver(url)).toMatchObject({ kind: 'doubt', reason: expect.stringMatching(/after the last line/) })
})

test('stops for all recipients when the server rejects the sign-in', async () => {
  const { url } = await server()
  const locked = url.replace('smtp://', 'smtp://user:wrong@')
  expect(await deliver(locked)).toMatchObject({ kind: 'later', everybody: true })
})
