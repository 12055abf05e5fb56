import type PDFDocument from 'pdfkit'

/** The PDF document being written. */
export type Document = InstanceType<typeof PDFDocument>
