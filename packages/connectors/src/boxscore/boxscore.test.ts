import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { guessBoxscore } from './guess'
import { parseBoxscoreMapping } from './mapping'
import { readBoxscore } from './read'
import { readBoxscoreTable } from './table'

const owner = {
  companyId: 1,
  properties: [
    { id: 11, name: 'Harbor Point' },
    { id: 12, name: 'Sunset Terrace' },
  ],
}
const zoneOf = (id: number) => ({ 11: 'America/New_York', 12: 'America/Los_Angeles' })[id]

async function read(content: string | Uint8Array) {
  const table = await readBoxscoreTable(typeof content === 'string' ? new TextEncoder().encode(content) : content)
  const guess = guessBoxscore(table, owner)
  const mapping = parseBoxscoreMapping(guess.mapping, table.columns)
  return { guess, ...readBoxscore(table, mapping, zoneOf) }
}

/** A workbook as spreadsheet programs write it: shared texts, and a date as the number of its day. */
const workbook = (rows: string) =>
  zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="Data" sheetId="1"/></sheets></workbook>'),
    'xl/sharedStrings.xml': strToU8(
      '<sst><si><t>Property</t></si><si><r><t>Guest </t></r><r><t>name</t></r></si><si><t>Tour date</t></si><si><t>Harbor Point</t></si></sst>',
    ),
    'xl/styles.xml': strToU8(
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="m/d/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  })

describe('a boxscore of another system', () => {
  it('with a row for each property is read as totals, below its titles and above its sums', async () => {
    const { guess, totals, lines, leftOut } = await read(
      'Boxscore summary,,,\n3/8/2026 - 3/14/2026,,,\nProperty,Guest Cards,Shows,Move Ins,Concessions\nHarbor Point Apartments,14,6,"1,002",5\nMaple Court,3,2,1,0\nTotal,17,8,1003,5\n',
    )
    expect(guess.mapping).toMatchObject({
      form: 'columns',
      property: 'Property',
      communities: { 'Harbor Point Apartments': 11 },
      lines: { 'Guest Cards': 'prospects', Shows: 'visits', 'Move Ins': 'moveIns' },
    })
    expect(guess.unknownProperties).toEqual(['Maple Court'])
    expect(guess.unknownLines).toEqual(['Concessions'])
    expect(lines).toEqual(['prospects', 'visits', 'moveIns'])
    expect(totals).toEqual([
      { line: 'prospects', propertyId: 11, count: 14 },
      { line: 'visits', propertyId: 11, count: 6 },
      { line: 'moveIns', propertyId: 11, count: 1002 },
    ])
    expect(leftOut).toEqual([{ says: '“Maple Court” is none of your properties.', rows: 1 }])
  })

  it('with a row for each line is read as totals', async () => {
    const { guess, totals } = await read(
      'Community;Metric;Total\nHarbor Point;Leases Signed;3\nSunset Terrace;Leases Signed;1\nHarbor Point;Notices;2\n',
    )
    expect(guess.mapping).toMatchObject({ form: 'rows', line: 'Metric', count: 'Total' })
    expect(totals).toContainEqual({ line: 'leases', propertyId: 12, count: 1 })
    expect(totals).toContainEqual({ line: 'notices', propertyId: 11, count: 2 })
  })

  it('with a row for each person is read as records', async () => {
    const { guess, records, leftOut, lines } = await read(
      'Tour date,Community,First name,Last name,Email,Phone,Source\n3/10/2026 2:05 PM,Harbor Point,Ann,Abel,ann@x.example,(425) 555-0120,\n3/14/2026,Sunset Terrace,Kai,Kern,,,Website\n3/13/2026,Harbor Point,Bo,B,,,\n3/12/2026,Harbor Point,Cy,C,,,\nsoon,Harbor Point,Max,Moor,,,\n',
    )
    expect(guess.mapping).toMatchObject({
      form: 'records',
      every: 'visits',
      fields: { day: 'Tour date', email: 'Email' },
    })
    expect(lines).toEqual(['visits'])
    expect(records.slice(0, 2)).toEqual([
      {
        ...{ row: 2, line: 'visits', propertyId: 11, day: '2026-03-10', id: '', name: 'Ann Abel', unit: '' },
        ...{ email: 'ann@x.example', phone: '(425) 555-0120', source: '' },
      },
      {
        ...{ row: 3, line: 'visits', propertyId: 12, day: '2026-03-14', id: '', name: 'Kai Kern', unit: '' },
        ...{ email: '', phone: '', source: 'Website' },
      },
    ])
    expect(leftOut).toEqual([{ says: '“soon” is not a date that can be read.', rows: 1 }])
  })

  it('tells the lines of its rows apart by a column', async () => {
    const { guess, records } = await read(
      'Event,Property,Resident,Unit,Date\nMove In,Harbor Point,"Abel, Ann",A3,2026-03-09\nNotice,Harbor Point,Bob,A2,2026-03-10\nTransfer out,Harbor Point,Cleo,A4,2026-03-10\n',
    )
    expect(guess.mapping).toMatchObject({ line: 'Event', lines: { 'Move In': 'moveIns', Notice: 'notices' } })
    expect(guess.unknownLines).toEqual(['Transfer out'])
    expect(records.map(({ line, name, unit, day }) => [line, name, unit, day])).toEqual([
      ['moveIns', 'Abel, Ann', 'A3', '2026-03-09'],
      ['notices', 'Bob', 'A2', '2026-03-10'],
    ])
  })

  it('is read from an Excel workbook', async () => {
    const { records } = await read(
      workbook(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row><row r="2"><c r="A2" t="s"><v>3</v></c><c r="B2" t="inlineStr"><is><t>Ann Abel</t></is></c><c r="C2" s="1"><v>46091.5</v></c></row>',
      ),
    )
    expect(records).toMatchObject([{ line: 'visits', propertyId: 11, name: 'Ann Abel', day: '2026-03-10' }])
  })

  it('that can’t be read is refused with a sentence', async () => {
    const refusal = (content: Uint8Array) =>
      read(content).then(
        () => '',
        (error: Error) => error.message,
      )
    expect(await refusal(new Uint8Array())).toBe('The file is empty. Choose another one.')
    expect(await refusal(strToU8('Property,Leads\n'))).toBe('The file has a header row and nothing below it.')
    expect(await refusal(new Uint8Array([0x50, 0x4b, 3, 4, 9, 9]))).toContain('not an Excel workbook')
    expect(await refusal(zipSync({ 'word/document.xml': strToU8('<a/>') }))).toContain('not an Excel workbook')
    expect(await refusal(workbook('<row><c'))).toContain('not an Excel workbook')
    expect(await refusal(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).toContain('an old Excel file')
    expect(await refusal(new Uint8Array([1, 2, 0, 4]))).toContain('neither CSV nor Excel')
    const columns = ['Property', 'Name']
    expect(() => parseBoxscoreMapping({ form: 'records', property: 'Property', every: 'visits' }, columns)).toThrow(
      'Choose a column that identifies each record',
    )
    expect(() => parseBoxscoreMapping({ form: 'columns', property: 'Site', lines: {} }, columns)).toThrow(
      'The file has no column “Site”.',
    )
  })
})
