/** The formats of a report's file, in the order in which people are offered them. */
export const fileFormats = ['pdf', 'xlsx', 'csv'] as const
export type FileFormat = (typeof fileFormats)[number]

/** How people call a format. */
export const fileFormatNames: Readonly<Record<FileFormat, string>> = { pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' }
