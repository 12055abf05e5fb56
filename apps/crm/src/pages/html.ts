/** Markup that is inserted unescaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | Markup[] | string | number | null | undefined | false

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Markup from a template. Values are escaped unless they are markup themselves; null and false become nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + toHtml(parts[index - 1]) + string))
}

function toHtml(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map((one) => one.text).join('')
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
