/** The decimal sign of a file's numbers. */
export type DecimalSign = '.' | ','

const PATTERNS: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/,
  ',': /^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/,
}
const CURRENCY = /^(-?)(?:usd|us\$|[$€£])|(?:usd|[$€£])$/gi

/**
 * A number as people and spreadsheets write it: `1,901.00`, `1 901,00` with a decimal comma. Undefined for anything else,
 * such as `1,5` with a decimal point, which would otherwise become 15.
 */
export function numberOf(text: string, decimal: DecimalSign = '.'): number | undefined {
  const bare = text.replace(/\s/g, '')
  if (!PATTERNS[decimal].test(bare)) return undefined
  return Number(decimal === ',' ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', ''))
}

/** An amount of money, with or without the sign of its currency: `$1,901.00`, `1901 USD`. */
export const amountOf = (text: string, decimal: DecimalSign = '.'): number | undefined =>
  numberOf(text.replace(/\s/g, '').replace(CURRENCY, '$1'), decimal)
