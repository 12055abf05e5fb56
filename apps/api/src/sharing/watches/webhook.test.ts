import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { callWebhook, isPublicAddress } from './webhook'

test.each([
  ...['10.1.2.3', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...['::1', '::', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::'],
  ...['localhost', ''],
])('%s is not on the public internet', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])('%s is on the public internet', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)

test('a name is checked at the look-up of its connection', async () => {
  const call = { url: `https://${hostname()}:1/`, id: '1', body: '{}', secret: 'a secret', now: new Date(0) }
  // This machine's own name leads to itself, where it is known at all.
  expect(await callWebhook(call, [])).toEqual({
    failure: expect.stringMatching(/\((not public|ENOTFOUND|EAI_AGAIN)\)/),
  })
})
