import { describe, expect, it } from 'vitest'
import { formatPhone, parsePhone, phoneHref } from './phone'

describe('a telephone number', () => {
  it.each([
    ['4255550120', '+14255550120', '(425) 555-0120'],
    ['(425) 555-0120', '+14255550120', '(425) 555-0120'],
    ['425.555.0120', '+14255550120', '(425) 555-0120'],
    ['425/555-0120', '+14255550120', '(425) 555-0120'],
    ['425 – 555 – 0120', '+14255550120', '(425) 555-0120'],
    ['1 425 555 0120', '+14255550120', '(425) 555-0120'],
    ['+1 (425) 555-0120', '+14255550120', '(425) 555-0120'],
    ['4255550120.0', '+14255550120', '(425) 555-0120'],
    ["'+14255550120", '+14255550120', '(425) 555-0120'],
    ['tel:+14255550120', '+14255550120', '(425) 555-0120'],
    ['Cell: 425-555-0120', '+14255550120', '(425) 555-0120'],
    ['425-555-0120 / 425-555-0121', '+14255550120', '(425) 555-0120'],
    ['home 425-555-0120, cell 425-555-0121', '+14255550120', '(425) 555-0120'],
    ['+1 555 010 1002', '+15550101002', '(555) 010-1002'],
    ['+44 (0)20 7946 0958', '+442079460958', '+44 (0)20 7946 0958'],
    ['011 44 20 7946 0958', '+442079460958', '011 44 20 7946 0958'],
    ['0044 20 7946 0958', '+442079460958', '0044 20 7946 0958'],
  ])('%j is %s, read as %j', (written, e164, text) => {
    expect(parsePhone(written)).toEqual({ e164, extension: '', text })
    expect(formatPhone(written)).toBe(text)
  })

  it.each(['(425) 555-0120 x12', '425-555-0120 ext. 12', '4255550120#12', '425-555-0120, extension 12'])(
    'keeps the extension of %j',
    (written) => {
      const phone = parsePhone(written)
      expect(phone).toEqual({ e164: '+14255550120', extension: '12', text: '(425) 555-0120 x12' })
      expect(phone && phoneHref(phone)).toBe('tel:+14255550120;ext=12')
    },
  )

  it.each([
    '',
    ' ',
    'n/a',
    'call the office',
    '555-0120',
    '1-800-FLOWERS',
    '0000000000',
    '9999999999',
    '1234567890',
    '4.25556E+09',
    '+1 425 555',
    '+425+5550120',
    '42555501201',
    '1'.repeat(400),
  ])('is not guessed from %j, which stays as it was written', (written) => {
    expect(parsePhone(written)).toBeNull()
    expect(formatPhone(written)).toBe(written.trim())
  })

  it('is dialed by its link', () => {
    const phone = parsePhone('(425) 555-0120')
    expect(phone && phoneHref(phone)).toBe('tel:+14255550120')
  })
})
