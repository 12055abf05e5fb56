// What browser tests use of the product itself; `product.ts` loads it.
export { afternoonFiles, freePort } from '@leaselight/api/testing'
export { parseCsv, parseXlsx, pdfLines } from '@leaselight/files/testing'
export { buildTable, parseState, reportParams, resultFrom, rowDimensions, toCamel } from '@leaselight/model'
export { reports } from '@leaselight/reports'
export { fixtureCompany, namesOf } from '@leaselight/sample'
export { ofRun, reportsOfRun } from '../../tests/seed'
