import { expect, test } from 'vitest'
import { inspectText } from './inspect'
import { type ContractEntity, guessMapping, missingFieldsMessage, ruleFor, withoutEmptyRules } from './mapping'

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
  about: '',
  fields: [
    { field: 'id', kind: 'id', required: true, values: [], note: '' },
    { field: 'property_id', kind: 'id', required: true, values: [], note: '' },
    { field: 'visit_type', kind: 'choice', required: true, values: ['in-person', 'self-guided'], note: '' },
    { field: 'agent_id', kind: 'id', required: false, values: [], note: '' },
  ],
}

test('maps columns with matching names first and asks for the rest', () => {
  const mapping = guessMapping(contract, inspectText('ID,Visit type\nV-1,In person\nV-2,Other', true))
  expect(mapping.fields).toEqual({
    id: { column: 'ID', derive: true },
    property_id: {},
    visit_type: { column: 'Visit type', values: { 'In person': 'in-person' } },
  })
  expect(missingFieldsMessage(mapping, contract)).toBe('Choose where property_id comes from.')
  expect(withoutEmptyRules(mapping).fields).not.toHaveProperty('property_id')
  expect(
    missingFieldsMessage({ ...mapping, fields: { ...mapping.fields, property_id: { value: 11 } } }, contract),
  ).toBeNull()
})

test('uses numbers as ids unchanged', () => {
  const [id] = contract.fields
  expect(id && ruleFor(id, 'ID', ['17', '4'])).toEqual({ column: 'ID' })
})
