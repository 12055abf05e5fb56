import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { translateTable } from './csv/testing'
import { EncodingError, TextReader } from './encoding'
import { leadManagement, translateXml } from './mits/testing'

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
const mark = '\ufeff'
/** Latin letters and the curly quote and dash, which windows-1252 has where ISO 8859-1 has nothing. */
const windows1252 = (text: string): Buffer =>
  Buffer.from(text.replaceAll('’', '\u0092').replaceAll('–', '\u0096'), 'latin1')

const FORMS: [name: string, bytes: (text: string) => Buffer, note: string | undefined][] = [
  ['UTF-8', (text) => Buffer.from(text), undefined],
  ['UTF-8 with a mark', (text) => Buffer.from(mark + text), undefined],
  ['UTF-16LE', (text) => Buffer.from(text, 'utf16le'), 'Read as UTF-16LE.'],
  ['UTF-16LE with a mark', (text) => Buffer.from(mark + text, 'utf16le'), 'Read as UTF-16LE.'],
  ['UTF-16BE', utf16be, 'Read as UTF-16BE.'],
  ['UTF-16BE with a mark', (text) => utf16be(mark + text), 'Read as UTF-16BE.'],
  ['windows-1252', windows1252, 'Read as windows-1252.'],
]

const spend = {
  entity: 'ad_spend',
  fields: {
    id: { column: 'No' },
    property_id: { value: 11 },
    source: { column: 'Who’s' },
    fee_type: { value: 'monthly' },
    amount: { value: 1 },
    starts_on: { value: '2026-03-01' },
  },
}
const names = ['O’Neil', 'Müller', 'Zoë – Café', 'Plain']
const table = `No,Who’s\n${names.map((name, index) => `${index + 1},${name}`).join('\n')}\n`

describe.each(FORMS)('a file in %s', (_, bytesOf, note) => {
  it.each([1, 7, 10_000])('is read in chunks of %i bytes as what it says, and the report names it', async (piece) => {
    const { records, notes, rejections } = await translateTable(bytesOf(table), spend, { piece })
    expect(rejections).toEqual([])
    expect(records.map(({ source }) => source)).toEqual(names)
    expect(notes.filter(({ field }) => field === 'encoding').map(({ reason }) => reason)).toEqual(note ? [note] : [])
  })

  it('is read as XML, whatever its declaration says', async () => {
    const xml = leadManagement(
      '<Prospect><Identification IDType="ProspectID" IDValue="p1"/><Events><Event EventType="Email" EventDate="2026-03-02T09:00:00"><Agent><AgentName>Zoë O’Neil</AgentName></Agent></Event></Events></Prospect>',
    )
    for (const piece of [1, 33, 10_000]) {
      const { records, notes, stopped } = await translateXml(bytesOf(xml), { piece })
      expect([records.agents?.[0]?.name, stopped]).toEqual(['Zoë O’Neil', null])
      expect(notes.filter(({ field }) => field === 'encoding').map(({ reason }) => reason)).toEqual(note ? [note] : [])
    }
  })
})

test('no letter is lost in a file that is UTF-8 up to a late line', async () => {
  const first = `No,Who’s\n${Array.from({ length: 5_000 }, (_, index) => `${index + 1},Zoë`).join('\n')}\n`
  const bytes = Buffer.concat([
    Buffer.from(first),
    windows1252('5001,Müller\n5002,O’Neil\n'),
    Buffer.from('5003,Ömer\n'),
  ])
  const { records, notes } = await translateTable(bytes, spend, { piece: 1_000 })
  expect(records.slice(-4).map(({ source }) => source)).toEqual(['Zoë', 'Müller', 'O’Neil', 'Ömer'])
  expect(notes.map(({ reason }) => reason)).toEqual(['2 lines are not UTF-8 and were read as windows-1252.'])
})

test('a stated encoding decides, and what it can’t be stops the file with a sentence', async () => {
  const read = (bytes: Buffer, encoding: string) => translateTable(bytes, { ...spend, encoding })
  const late = Buffer.concat([Buffer.from('No,Who’s\n1,Zoë\n'), Buffer.alloc(600, '2,Bo\n'), windows1252('3,Müller\n')])
  const stopped = await read(late, 'utf-8')
  expect(stopped.records[0]?.source).toBe('Zoë')
  expect(stopped.stopped).toBe('The file is not utf-8 throughout.')
  expect(stopped.rejections.map(({ reason }) => reason)).toEqual(['The file is not utf-8 throughout.'])
  expect(
    (await read(Buffer.from('No,Who\u00e2\u0080\u0099s\n1,Zo\u00c3\u00ab\n', 'latin1'), 'utf-8')).records[0]?.source,
  ).toBe('Zoë')
  const wide = await read(Buffer.from('No,Who’s\n1,李\n', 'utf16le'), 'utf-16le')
  expect(wide.records[0]?.source).toBe('李')
  expect((await read(windows1252(table), 'windows-1252')).records.map(({ source }) => source)).toEqual(names)
})

test('windows-1252 has its letters between 0x80 and 0x9f, and only there', async () => {
  const all = Uint8Array.from({ length: 256 - 32 }, (_, index) => index + 32)
  const reader = new TextReader({ stated: 'windows-1252' })
  const read = reader.write(all) + reader.end()
  expect(read.slice(0x60, 0x80)).toBe('€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ')
  expect(read.slice(0x80)).toBe(Buffer.from(all.subarray(0x80)).toString('latin1'))
})

test('an XML declaration of another encoding is followed', async () => {
  const xml = leadManagement(
    '<Prospect><Identification IDType="ProspectID" IDValue="p1"/><Events><Event EventType="Email" EventDate="2026-03-02T09:00:00"><Agent><AgentName>Łucja</AgentName></Agent></Event></Events></Prospect>',
  ).replace('utf-8', 'iso-8859-2')
  const { records, notes } = await translateXml(Buffer.from(xml.replace('Ł', '\u00a3'), 'latin1'), { piece: 50 })
  expect([records.agents?.[0]?.name, notes.filter(({ field }) => field === 'encoding')]).toEqual(['Łucja', []])
  const unknown = await translateXml(xml.replace('iso-8859-2', 'klingon'))
  expect(unknown.stopped).toContain('The file is written in the encoding “klingon”, which is not known here.')
})

test.each([
  ['an Excel workbook', 'PK\u0003\u0004rest', 'Save the sheet as CSV'],
  ['a compressed file', '\u001f\u008brest', 'Unpack it first'],
  ['a PDF', '%PDF-1.7', 'is a PDF'],
  ['zero bytes', 'a\u0000bcdefghijklmnopqrstuvwxyz', 'it has zero bytes'],
])('%s is refused with a sentence', async (_, text, sentence) => {
  const reader = new TextReader()
  expect(() => reader.write(Buffer.from(text, 'latin1')) + reader.end()).toThrow(EncodingError)
  await expect(translateTable(Buffer.from(text, 'latin1'), spend)).rejects.toThrow(sentence)
  expect((await translateXml(Buffer.from(text, 'latin1'))).stopped).toContain(sentence)
})

test('any UTF-8 text is read as itself, in any chunks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 1, max: 50 }), (text, piece) => {
      // Zero bytes are no text.
      fc.pre(!text.includes('\u0000'))
      const bytes = Buffer.from(`a,b\n${text}`)
      const reader = new TextReader()
      let read = ''
      for (let at = 0; at < bytes.length; at += piece) read += reader.write(bytes.subarray(at, at + piece))
      expect(read + reader.end()).toBe(`a,b\n${text}`)
      expect(reader.note).toBeUndefined()
    }),
  )
})
