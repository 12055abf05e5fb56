import { expect, test } from 'vitest'
import { inspectText } from './inspect'
import {
  answerOf,
  type ContractEntity,
  mappingFits,
  missingFieldsMessage,
  ruleFor,
  setRule,
  withAnswer,
  withoutEmptyRules,
} from './mapping'

test('finds the property codes at the start of a Lead Management file', () => {
  const xml = `<?xml version="1.0"?><LeadManagement><PropertyID><Identification IDValue="Pine"/></PropertyID>
    <Identification IDType="ProspectID" IDValue="p1"/><Identification IDType="PropertyID" IDValue="Oak"/>
    <Identification IDValue="oak" IDType="PropertyID"/><m:PropertyID IDValue="Elm"></m:PropertyID><PropertyID> Ash </PropertyID>`
  expect(inspectText(xml, true)).toMatchObject({ kind: 'mits', properties: ['oak', 'pine', 'elm', 'ash'] })
})

test('finds the columns at the start of a table, and their values', () => {
  const text = '\ufeffId;Name;Note\r\n1;"Reyes; Ana";"said ""no"""\r\n2;Bo;\r\n3;Bo;\r\n4;cut o'
  expect(inspectText(text, false)).toEqual({
    kind: 'csv',
    properties: [],
    columns: ['Id', 'Name', 'Note'],
    values: { Id: ['1', '2', '3'], Name: ['Bo', 'Reyes; Ana'], Note: ['said "no"'] },
  })
  expect(inspectText(text, true).values.Name).toContain('cut o')
})

const contract: ContractEntity = {
  entity: 'visits',
  label: 'Tours',
  about: '',
  fields: [
    { field: 'id', label: 'Id', kind: 'id', required: true, values: [], value_labels: [], note: '' },
    { field: 'property_id', label: 'Community', kind: 'id', required: true, values: [], value_labels: [], note: '' },
    {
      ...{ field: 'visit_type', label: 'Tour type', kind: 'choice', required: true, note: '' },
      ...{ values: ['in-person', 'self-guided'], value_labels: ['In person', 'Self-guided'] },
    },
  ],
}

test('names what is missing, and leaves out fields without a source', () => {
  const mapping = {
    entity: 'visits',
    fields: { id: { column: 'ID' }, property_id: {}, visit_type: { value: 'in-person' } },
  }
  expect(missingFieldsMessage(mapping, contract)).toBe('Choose where Community comes from.')
  expect(withoutEmptyRules(mapping).fields).not.toHaveProperty('property_id')
  expect(missingFieldsMessage(setRule(mapping, 'property_id', { value: 11 }), contract)).toBeNull()
})

test('uses numbers as ids unchanged, and recognizes values written like ours', () => {
  const [id, , type] = contract.fields
  expect(id && ruleFor(id, 'ID', ['17', '4'])).toEqual({ column: 'ID' })
  expect(id && ruleFor(id, 'ID', ['V-1'])).toEqual({ column: 'ID', derive: true })
  expect(type && ruleFor(type, 'Type', ['In person', 'Other'])).toEqual({
    column: 'Type',
    values: { 'In person': 'in-person' },
  })
})

test('answers a question with one of our values, or by leaving the rows out', () => {
  const question = { kind: 'value' as const, field: 'property_id', column: 'House', value: 'Oak' }
  const empty = { entity: 'visits', fields: { property_id: { column: 'House', values: { Elm: 12 } } } }
  expect(answerOf(empty, question)).toBe('')
  const answered = withAnswer(empty, question, '11')
  expect(answered.fields.property_id).toEqual({ column: 'House', values: { Elm: 12, Oak: 11 } })
  expect(answerOf(answered, question)).toBe('11')
  const skipped = withAnswer(answered, question, 'skip')
  expect(skipped).toEqual({ ...empty, skip: [{ column: 'House', values: ['Oak'] }] })
  expect(answerOf(skipped, question)).toBe('skip')
  expect(withAnswer(skipped, question, '')).toEqual(empty)
  // A value that every object has is a value like others.
  expect(answerOf(empty, { ...question, value: 'constructor' })).toBe('')
})

test('a mapping is used again for a file with its columns', () => {
  const mapping = { entity: 'visits', fields: { id: { columns: ['A', 'B'] }, property_id: { column: 'C' } } }
  const sample = (text: string) => inspectText(`${text}\n`, true)
  expect(mappingFits(mapping, sample('C,B,A,D'))).toBe(true)
  expect(mappingFits(mapping, sample('C,B'))).toBe(false)
  expect(mappingFits({ entity: 'visits', fields: { id: { value: 1 } } }, sample('C,B'))).toBe(false)
})
