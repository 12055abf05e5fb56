/**
 * A field that a record may lack, although a report needs it to count the record. Such records are stored; an import says how
 * many there are.
 */
export interface Gap<Name extends string = string> {
  /** The field that is missing. */
  readonly field: Name
  /** Only records whose fields have one of these values, or any value at all. */
  readonly when?: Readonly<Partial<Record<Name, readonly unknown[] | 'any'>>>
  /** What it means for the reports, as a sentence. */
  readonly effect: string
}

/** The gaps of a record, in the order of their declaration. */
export const gapsIn = (gaps: readonly Gap[], record: Readonly<Record<string, unknown>>): Gap[] =>
  gaps.filter(({ field, when = {} }) => {
    if (isPresent(record[field])) return false
    return Object.entries(when).every(([name, values]) =>
      values === 'any' ? isPresent(record[name]) : values?.includes(record[name]),
    )
  })

const isPresent = (value: unknown): boolean => value !== undefined && value !== null
