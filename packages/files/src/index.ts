export { guarded, reportCsv } from './csv'
export { fileName, type ReportDocument } from './document'
export { reportPdf } from './pdf'
export { MOST_ROWS } from './pdf/table'
