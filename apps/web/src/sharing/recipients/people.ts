import { compareNames } from '@leaselight/model'
import type { AddressBookEntry } from '../types'

/** A colleague, listed once with all their properties. */
export interface Person {
  email: string
  name: string
  role: string
  propertyIds: number[]
}

/** The address book's people, each once, by name. */
export function groupByPerson(entries: readonly AddressBookEntry[]): Person[] {
  const people = new Map<string, Person>()
  for (const { email, firstName, lastName, userRole, propertyId } of entries) {
    const known = people.get(email.toLowerCase())
    if (known) known.propertyIds.push(propertyId)
    else
      people.set(email.toLowerCase(), {
        email,
        name: `${firstName} ${lastName}`.trim() || email,
        role: userRole,
        propertyIds: [propertyId],
      })
  }
  return [...people.values()].sort((a, b) => compareNames(a.name, b.name))
}

/** A role's display name: `leasing_agent` → `Leasing agent`. */
export const roleLabel = (role: string): string => {
  const text = role.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const ADDRESS = /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:.]+$/

/** The addresses in typed or pasted text; null when any part is not an address. */
export function parseEmails(text: string): string[] | null {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  return parts.every((part) => ADDRESS.test(part)) ? parts : null
}

/** Addresses without repetitions in any letter case, in their original order. */
export function mergeEmails(...lists: readonly (readonly string[])[]): string[] {
  const seen = new Map<string, string>()
  for (const email of lists.flat()) if (!seen.has(email.toLowerCase())) seen.set(email.toLowerCase(), email)
  return [...seen.values()]
}

/** The list without an address. */
export const removeEmail = (list: readonly string[], email: string): string[] =>
  list.filter((item) => item.toLowerCase() !== email.toLowerCase())

/** Whether the address is in the list, in any letter case. */
export const includesEmail = (list: readonly string[], email: string): boolean =>
  list.some((item) => item.toLowerCase() === email.toLowerCase())
