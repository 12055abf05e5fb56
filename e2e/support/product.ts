import type * as Product from './productSource'

// One file made beforehand (playwright.config.ts): Playwright would read and rewrite each of the product's modules, for
// the list of tests and again for the process that runs them.
const product: typeof Product = await import(process.env.PRODUCT_BUNDLE || './productSource')

export const {
  afternoonFiles,
  buildTable,
  fixtureCompany,
  freePort,
  namesOf,
  ofRun,
  parseCsv,
  parseState,
  parseXlsx,
  pdfLines,
  reportParams,
  reports,
  reportsOfRun,
  resultFrom,
  rowDimensions,
  toCamel,
} = product
