/** How a file of a report is asked for besides the report's filters and the file's format, over REST and GraphQL alike. */
export const exportInputs = {
  columns: { kind: 'list', description: 'Only these columns.' },
  opened: {
    kind: 'list',
    description:
      'Keys of rows: a PDF has what is inside these too. Default: the outermost rows alone. Other forms have all levels.',
  },
  plain: {
    kind: 'flag',
    description:
      'Of a CSV file only the header and the rows that hold no others, without total and definitions. Default: not.',
  },
} as const satisfies Record<string, { kind: 'list' | 'flag'; description: string }>

export type ExportInputName = keyof typeof exportInputs

export const exportInputNames = Object.keys(exportInputs) as ExportInputName[]
