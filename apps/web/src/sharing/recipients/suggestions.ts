import { type Person, parseEmails } from './people'

/** What a recipients field can offer for what is typed. */
export type Suggestion =
  | { kind: 'person'; key: string; label: string; detail: string; emails: readonly string[] }
  | { kind: 'team'; key: string; label: string; detail: string; emails: readonly string[] }
  | { kind: 'typed'; key: string; label: string; detail: string; emails: readonly string[] }

const MAX_PEOPLE = 8
const MAX_TEAMS = 4

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,.@_-]+/)
    .filter(Boolean)

/** Whether each typed word begins a word of the text. */
const matches = (text: string, typed: readonly string[]): boolean => {
  const words = wordsOf(text)
  return typed.every((part) => words.some((word) => word.startsWith(part)))
}

/**
 * People and teams for what is typed, without those who are chosen; what is an address itself comes first.
 * @param roleLabel a role as people read it
 */
export function suggestionsFor(
  text: string,
  people: readonly Person[],
  properties: readonly { id: number; name: string }[],
  chosen: readonly string[],
  roleLabel: (role: string) => string,
): Suggestion[] {
  const typed = wordsOf(text)
  const taken = new Set(chosen.map((email) => email.toLowerCase()))
  const isFree = ({ email }: Person) => !taken.has(email.toLowerCase())
  const address = parseEmails(text)
  const isKnown = (email: string) => people.some((one) => one.email.toLowerCase() === email.toLowerCase())
  const written = address?.filter((email) => !isKnown(email) && !taken.has(email.toLowerCase())) ?? []
  const found = people.filter((one) => isFree(one) && matches(`${one.name} ${one.email} ${roleLabel(one.role)}`, typed))
  const teams = properties.flatMap(({ id, name }): Suggestion[] => {
    const team = people.filter((one) => isFree(one) && one.propertyIds.includes(id))
    if (team.length < 2 || !matches(`everyone team at ${name}`, typed)) return []
    return [
      {
        kind: 'team',
        key: `team:${id}`,
        label: `Everyone at ${name}`,
        detail: `${team.length} people`,
        emails: team.map(({ email }) => email),
      },
    ]
  })
  return [
    ...written.map(
      (email): Suggestion => ({ kind: 'typed', key: email, label: email, detail: 'Add this address', emails: [email] }),
    ),
    ...found.slice(0, MAX_PEOPLE).map(
      ({ email, name, role }): Suggestion => ({
        kind: 'person',
        key: email,
        label: name,
        detail: `${roleLabel(role)} · ${email}`,
        emails: [email],
      }),
    ),
    ...teams.slice(0, MAX_TEAMS),
  ]
}

/** The addresses in pasted text, with or without names around them, and what is none. */
export function readPasted(text: string): { emails: string[]; rest: string } {
  const emails: string[] = []
  const rest: string[] = []
  for (const part of text.split(/[,;\n\t]+/)) {
    const inside = /<([^<>\s]+)>/.exec(part)?.[1]
    const found = parseEmails(inside ?? part)
    if (found) emails.push(...found)
    else if (part.trim() !== '') rest.push(part.trim())
  }
  return { emails, rest: rest.join(', ') }
}
