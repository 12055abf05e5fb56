import type PDFDocument from 'pdfkit'

/** The PDF file that is being written. */
export type Document = InstanceType<typeof PDFDocument>
