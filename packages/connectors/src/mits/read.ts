import { emailOf, meaningfulText, nameOf, type PersonName, phoneOf } from '../texts'
import type { Element } from './xml'

/** An event as the file has it, not yet interpreted. */
export interface MitsEvent {
  line: number
  /** As it was written. */
  type: string
  date: string
  /** Its own id; '' where it has none. */
  id: string
  agent: MitsAgent | undefined
  isFirstContact: boolean
  source: string
  reasons: string
  unit: string
}

/** An agent as an event names one. */
export interface MitsAgent {
  id: string
  name: string
  email: string
}

/** A person of a prospect. */
export interface MitsCustomer {
  type: string
  name: PersonName
  phone: string
  email: string
  leases: MitsLease[]
}

/** What a customer's element says of a lease. */
export interface MitsLease {
  line: number
  from: string
  to: string
  rent: string
  unit: string
  signed: string
  movedIn: string
  movedOut: string
  notice: string
}

/** A prospect as the file has it. */
export interface MitsProspect {
  line: number
  /** Its id in the other system; '' without one. */
  id: string
  /** Its property's id in the other system; '' when the file doesn't say. */
  property: string
  customers: MitsCustomer[]
  /** The unit it asked for. */
  unit: string
  /** The non-empty fields of CustomerPreferences. */
  preferences: string[]
  events: MitsEvent[]
}

/** Reads a prospect's element; `above` names the property for all prospects of its list. */
export function readProspect(element: Element, above?: Element): MitsProspect {
  const customers = all(element, 'customers', 'customer')
  const identifications = [element, ...customers].flatMap((holder) => all(holder, 'identification'))
  const preferences = all(element, 'customerpreferences')
  const named = preferences.flatMap((wishes) => all(wishes, 'desiredunit').map(unitOf)).find((unit) => unit !== '')
  return {
    line: element.line,
    id: idIn(identifications),
    property: propertyIn(identifications, element) || (above ? identity(above) : ''),
    customers: customers.map(readCustomer),
    unit: named ?? '',
    preferences: preferences.flatMap(({ children }) => children.filter(holdsSomething).map(({ name }) => name)),
    events: all(element, 'events', 'event').map(readEvent),
  }
}

// The first of these types that the prospect has is its own id.
const OWN_IDS = ['prospectid', 'guestcardid', 'leadid', 'thirdpartyid', 'tenantid', 'residentid']
const OTHER_IDS = ['propertyid', 'personid', 'roommateid', 'unitid']

function idIn(identifications: readonly Element[]): string {
  const typed = identifications.map((one) => ({ type: lower(one.attributes.idtype), id: identity(one) }))
  for (const type of OWN_IDS) {
    const own = typed.find((one) => one.type === type && one.id)
    if (own) return own.id
  }
  return typed.find((one) => one.id && !OTHER_IDS.includes(one.type))?.id ?? ''
}

function propertyIn(identifications: readonly Element[], prospect: Element): string {
  const typed = identifications.find((one) => lower(one.attributes.idtype) === 'propertyid' && identity(one))
  if (typed) return identity(typed)
  const holders = [prospect, ...all(prospect, 'customers', 'customer'), ...all(prospect, 'customerpreferences')]
  return holders.flatMap((holder) => all(holder, 'propertyid').map(identity)).find((id) => id !== '') ?? ''
}

/** The id that an element holds: as an attribute, as an Identification within it, or as its text. */
function identity(element: Element): string {
  const written = meaningfulText(element.attributes.idvalue) || meaningfulText(element.text)
  return (
    written ||
    (all(element, 'identification')
      .map(identity)
      .find((id) => id !== '') ??
      '')
  )
}

function readCustomer(customer: Element): MitsCustomer {
  const [name] = all(customer, 'name')
  return {
    type: lower(customer.attributes.type),
    name: name
      ? nameOf(textOf(name, 'firstname') || meaningfulText(name.text), textOf(name, 'lastname'))
      : nameOf(textOf(customer, 'firstname'), textOf(customer, 'lastname')),
    phone: phoneOf(all(customer, 'phone').map((phone) => textOf(phone, 'phonenumber') || phone.text)),
    email:
      all(customer, 'email')
        .map((email) => emailOf(email.text))
        .find((text) => text !== '') ?? '',
    leases: all(customer, 'lease').map(readLease),
  }
}

function readLease(lease: Element): MitsLease {
  const first = (...names: string[]) => names.map((name) => textOf(lease, name)).find((text) => text !== '') ?? ''
  return {
    line: lease.line,
    from: first('leasefromdate', 'leasebegindate', 'leasestartdate', 'expectedmoveindate'),
    to: first('leasetodate', 'leaseenddate'),
    rent: first('currentrent', 'monthlyrent', 'rent', 'agreedrent', 'leaserent'),
    unit: first('unitname', 'unit', 'unitid'),
    signed: first('leasesigndate', 'leasesigneddate', 'signdate'),
    movedIn: first('actualmovein', 'actualmoveindate'),
    movedOut: first('actualmoveout', 'actualmoveoutdate'),
    notice: first('noticedate', 'responsiblefornoticedate'),
  }
}

function readEvent(event: Element): MitsEvent {
  const [agent] = all(event, 'agent')
  const [id] = all(event, 'eventid')
  return {
    line: event.line,
    type: meaningfulText(event.attributes.eventtype) || textOf(event, 'eventtype'),
    date: (event.attributes.eventdate ?? '').trim() || textOf(event, 'eventdate'),
    id: id ? identity(id) : '',
    agent: agent && readAgent(agent),
    isFirstContact: /^(true|1|y|yes)$/i.test(textOf(event, 'firstcontact')),
    source: textOf(event, 'transactionsource'),
    reasons: textOf(event, 'eventreasons'),
    unit:
      textOf(event, 'unitname') ||
      (all(event, 'unit')
        .map(unitOf)
        .find((unit) => unit !== '') ??
        ''),
  }
}

/** The agent an element names, or undefined. */
function readAgent(agent: Element): MitsAgent | undefined {
  const id =
    all(agent, 'agentid')
      .map(identity)
      .find((text) => text !== '') ?? ''
  const [named] = all(agent, 'agentname')
  const { first, last } = named
    ? nameOf(textOf(named, 'firstname') || named.text, textOf(named, 'lastname'))
    : nameOf(textOf(agent, 'firstname'), textOf(agent, 'lastname'))
  const name = [first, last].filter((part) => part !== '').join(' ')
  const email = emailOf(textOf(agent, 'email'))
  return id || name ? { id, name, email } : undefined
}

const unitOf = (unit: Element): string =>
  textOf(unit, 'marketingname') ||
  textOf(unit, 'unitname') ||
  meaningfulText(unit.attributes.idvalue) ||
  meaningfulText(unit.text)

const holdsSomething = (element: Element): boolean =>
  meaningfulText(element.text) !== '' ||
  Object.values(element.attributes).some((value) => meaningfulText(value) !== '') ||
  element.children.some(holdsSomething)

const lower = (text: string | undefined): string => (text ?? '').trim().toLowerCase()

/** The elements at the end of a path of names. */
function all(element: Element, ...[name, ...rest]: string[]): Element[] {
  const found = element.children.filter((child) => child.name === name)
  return rest.length === 0 ? found : found.flatMap((child) => all(child, ...rest))
}

/** The text of the first non-empty element of the name. */
const textOf = (element: Element, name: string): string =>
  all(element, name)
    .map((child) => meaningfulText(child.text))
    .find((text) => text !== '') ?? ''
