import { type ParamSchema, parseState, type ReportDefinition, reportParams, toCamel } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { expect, test } from 'vitest'
import { toRestParams } from './restParams'

// Names with special characters, which a list must keep apart.
const NAMES = ['Website', 'Smith, Sons \\ Co', '1e5']

/** The same value as REST writes it and as GraphQL has it. */
function textAndTyped({ type, values, format }: ParamSchema): [text: string, typed: unknown] {
  const [first = '', last = first] = values ? [values[0], values.at(-1)] : []
  if (format === 'date') return ['2026-03-08', '2026-03-08']
  switch (type) {
    case 'boolean':
      return ['true', true]
    case 'integer':
      return ['12', 12]
    case 'integers':
      return ['3,5', [3, 5]]
    case 'number':
      return ['0.25', 0.25]
    case 'strings':
      return values ? [`${first},${last}`, [first, last]] : ['Website,Smith\\, Sons \\\\ Co,1e5', NAMES]
    case 'string':
      return values ? [first, first] : ['9-17', '9-17']
  }
}

const stateOf = (report: ReportDefinition, raw: Parameters<typeof parseState>[1]): unknown => {
  try {
    return parseState(report, raw, 'api')
  } catch (error) {
    return String(error)
  }
}

test.each(reports.map((report) => [report.key, report] as const))(
  '%s reads every input as REST does',
  (_key, report) => {
    for (const [name, schema] of Object.entries(reportParams(report))) {
      const [text, typed] = textAndTyped(schema)
      expect(stateOf(report, toRestParams({ [toCamel(name)]: typed })), name).toEqual(stateOf(report, { [name]: text }))
    }
  },
)
