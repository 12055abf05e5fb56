/** Text that is markup already and goes out as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | Markup[] | string | number | null | undefined | false

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Markup from a template; whatever is put in is escaped, unless it is markup itself. Nothing for null and false. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + toHtml(parts[index - 1]) + string))
}

function toHtml(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map((one) => one.text).join('')
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
