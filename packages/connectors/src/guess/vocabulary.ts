import type { EntityName } from '@leaselight/contract'
import { type Words, words } from './words'

/** Fields by name; where one means different things, `entity.field` comes first. */
const FIELDS: Readonly<Record<string, Words>> = {
  property_id: words(
    'Community',
    ...['property', 'property name', 'community name', 'property code', 'community code', 'site', 'site name'],
    ...['building', 'complex', 'asset', 'marketing name', 'location'],
  ),
  agent_id: words(
    'Leasing agent',
    ...[
      'agent',
      'agent name',
      'leasing consultant',
      'consultant',
      'leasing specialist',
      'assigned to',
      'assigned agent',
    ],
    ...['owner', 'lead owner', 'primary agent', 'associate', 'leasing associate', 'leasing professional'],
  ),
  prospect_id: words(
    'Lead',
    ...['lead id', 'lead number', 'prospect id', 'prospect', 'prospect code', 'guest card', 'guest card id'],
    ...['guest card number', 'contact id', 'inquiry id', 'applicant id', 'pcode'],
  ),
  unit_id: words('Unit', 'unit number', 'apt', 'apartment', 'apartment number', 'unit name', 'home'),
  source: words(
    'Lead source',
    ...['source', 'marketing source', 'advertising source', 'ad source', 'ils', 'traffic source', 'primary source'],
    ...['media', 'referral source', 'how did you hear', 'how did you hear about us', 'lead source name', 'site name'],
  ),
  first_name: words('First name', 'first', 'given name', 'fname', 'guest first name', 'contact first name'),
  last_name: words('Last name', 'last', 'surname', 'family name', 'lname', 'guest last name', 'contact last name'),
  phone: words(
    'Phone',
    ...['phone number', 'cell', 'cell phone', 'mobile', 'mobile phone', 'primary phone', 'home phone', 'telephone'],
    ...['contact phone', 'best phone', 'phone 1'],
  ),
  email: words('E-mail', 'email', 'email address', 'e mail address', 'primary email', 'contact email', 'email 1'),
  created_at: words(
    'Created',
    ...['created at', 'created on', 'created date', 'date created', 'create date', 'lead date', 'lead created'],
    ...['lead created date', 'inquiry date', 'date received', 'received', 'received at', 'first contact'],
    ...['first contact date', 'first contacted', 'initial contact date', 'contact date', 'guest card created'],
    ...['guest card date', 'entry date', 'entered', 'submitted', 'date', 'timestamp', 'created time'],
  ),
  status: words('Stage', 'status', 'lead status', 'lead stage', 'pipeline stage', 'prospect status', 'current status'),
  'prospects.status': words(
    'Stage',
    ...['status', 'lead status', 'lead stage', 'pipeline stage', 'prospect status', 'current status', 'current stage'],
    ...['guest card status', 'disposition'],
  ),
  insert_method: words('Entry method', 'lead type', 'created by method', 'import method'),
  first_contact_channel: words(
    'First contact',
    ...['channel', 'contact method', 'first contact method', 'first contact type', 'initial contact', 'contact type'],
    ...['initial contact type', 'inquiry method', 'inquiry type', 'lead channel', 'how', 'method of contact', 'origin'],
  ),
  lost_at: words('Lost on', 'lost date', 'date lost', 'closed date', 'closed on', 'lost'),
  loss_reason: words(
    'Loss reason',
    'lost reason',
    'reason lost',
    'lost because',
    'reason for loss',
    'dead reason',
    'why lost',
    'why',
    'reason',
  ),
  next_follow_up_at: words(
    'Next follow-up',
    'next follow up',
    'follow up date',
    'next follow up date',
    'next contact date',
  ),
  next_step: words('Next step', 'next action', 'next activity', 'next task'),
  qualified_at: words('Qualified on', 'qualified date', 'date qualified', 'qualified at'),
  is_referral: words('Referral', 'is referral', 'referred'),
  not_a_prospect: words('Not a prospect', 'nap', 'not a lead'),
  gender: words('Gender', 'sex'),
  birth_on: words('Date of birth', 'dob', 'birth date', 'birthday'),
  'agents.name': words('Agent', 'name', 'agent name', 'leasing agent', 'consultant', 'employee', 'full name'),
  'units.name': words('Unit', 'unit number', 'unit name', 'apt', 'apartment', 'apartment number', 'unit id', 'name'),
  'properties.name': words('Property', 'name', 'property name', 'community', 'community name', 'marketing name'),
  'sources.name': words('Source', 'name', 'source name', 'marketing source', 'lead source'),
  floorplan: words('Floor plan', 'floorplan', 'plan', 'unit type', 'layout', 'floor plan name'),
  bedrooms: words('Bedrooms', 'beds', 'br', 'bed', 'bedroom count', 'number of bedrooms'),
  area_sqft: words('Square feet', 'sqft', 'sq ft', 'area', 'size', 'square footage', 'unit sqft'),
  time_zone: words('Time zone', 'timezone', 'tz'),
  signed_at: words(
    'Signed',
    'lease signed',
    'signed date',
    'date signed',
    'lease signed date',
    'lease date',
    'executed',
    'signed on',
  ),
  'leases.starts_on': words(
    'Lease start',
    'start date',
    'lease start date',
    'lease from',
    'lease begin',
    'lease begins',
    'commencement date',
    'from',
  ),
  'leases.ends_on': words(
    'Lease end',
    'end date',
    'lease end date',
    'lease to',
    'lease expiration',
    'expiration date',
    'lease expires',
    'to',
  ),
  monthly_rent: words('Monthly rent', 'rent', 'lease rent', 'contract rent', 'effective rent', 'rent amount'),
  kind: words('Kind', 'lease type', 'type'),
  previous_lease_id: words('Renews', 'previous lease', 'prior lease', 'renewal of', 'renewed from', 'renewed lease'),
  notice_on: words('Notice', 'notice date', 'notice given', 'notice given date', 'ntv date'),
  moved_in_on: words('Move-in', 'move in', 'move in date', 'actual move in', 'moved in'),
  moved_out_on: words('Move-out', 'move out', 'move out date', 'actual move out', 'moved out'),
  visited_at: words(
    'Tour date',
    'tour',
    'visit date',
    'visited',
    'toured',
    'toured on',
    'date of visit',
    'tour date time',
    'when',
    'date',
  ),
  unit_shown: words('Unit shown', 'shown', 'showed', 'show', 'unit toured', 'saw unit'),
  visit_type: words('Tour type', 'visit type', 'type of tour', 'type'),
  tour_type: words('Tour type', 'appointment type', 'type'),
  starts_at: words(
    'Appointment date',
    'appointment',
    'appointment time',
    'tour time',
    'scheduled for',
    'appointment date time',
    'when',
    'date',
  ),
  booked_by: words('Booked by', 'scheduled by'),
  submitted_at: words(
    'Applied',
    'application date',
    'applied on',
    'date applied',
    'submitted',
    'application submitted',
  ),
  status_at: words('Stage since', 'status date', 'status changed'),
  started_at: words('Call', 'call date', 'call time', 'call start', 'started', 'date', 'start time'),
  duration_seconds: words('Duration (seconds)', 'duration', 'duration seconds', 'call duration', 'talk time', 'length'),
  direction: words('Direction', 'inbound outbound'),
  outcome: words('Outcome', 'result', 'call result', 'disposition', 'call status'),
  caller_name: words('Caller', 'caller name', 'from name'),
  caller_phone: words('Caller phone', 'caller number', 'caller id', 'from number', 'from'),
  amount: words('Amount', 'cost', 'spend', 'price', 'fee', 'monthly cost', 'total cost'),
  fee_type: words('Fee type', 'billing', 'billing type', 'pricing'),
  'ad_spend.starts_on': words('From', 'start date', 'month', 'start', 'period start', 'date'),
  'ad_spend.ends_on': words('To', 'end date', 'end', 'period end'),
}

/** The header names of an entity's own id. */
const IDS: Partial<Record<EntityName, readonly string[]>> = {
  prospects: [
    ...[
      'lead id',
      'lead number',
      'lead',
      'prospect id',
      'prospect code',
      'prospect number',
      'guest card',
      'guest card id',
    ],
    ...['guest card number', 'guestcard id', 'contact id', 'inquiry id', 'inquiry number', 'pcode', 'lead uuid'],
  ],
  leases: ['lease id', 'lease number', 'lease', 'lease code', 'tcode', 'resident id', 'tenant code'],
  units: ['unit id', 'unit code'],
  agents: ['agent id', 'employee id', 'agent code', 'user id'],
  visits: ['visit id', 'visit number', 'tour id', 'tour number', 'show id'],
  appointments: ['appointment id', 'appointment number', 'booking id'],
  applications: ['application id', 'application number', 'app number'],
  calls: ['call id', 'call number', 'call sid'],
  properties: ['property id', 'property code', 'community id'],
}

/** What an entity's records are called, most frequent first: the order in which tables are guessed. */
export const ENTITY_LABELS: Partial<Record<EntityName, string>> = {
  prospects: 'Leads',
  leases: 'Leases',
  visits: 'Tours that took place',
  appointments: 'Tour appointments',
  applications: 'Applications',
  calls: 'Calls',
  units: 'Units',
  agents: 'Leasing agents',
  ad_spend: 'Marketing spend',
  properties: 'Properties',
  sources: 'Lead sources',
}

/** A full name in one column; it becomes the first and the last name. */
export const FULL_NAME = [
  ...['name', 'full name', 'guest', 'guest name', 'prospect', 'prospect name', 'lead name', 'contact', 'contact name'],
  ...['customer', 'customer name', 'applicant', 'applicant name', 'renter', 'renter name'],
]

/** The name of a field on screens. */
export function fieldLabel(entity: EntityName, field: string): string {
  const found = FIELDS[`${entity}.${field}`] ?? FIELDS[field]
  if (found) return found.label
  if (field === 'id') return 'Id'
  const plain = field.replace(/_(id|at|on)$/, '').replaceAll('_', ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** The header names by which a field is known, in lower case. */
export function fieldNames(entity: EntityName, field: string): readonly string[] {
  if (field === 'id') return ['id', 'record id', 'uuid', ...(IDS[entity] ?? [])]
  const found = FIELDS[`${entity}.${field}`] ?? FIELDS[field]
  return [field.replaceAll('_', ' '), fieldLabel(entity, field).toLowerCase(), ...(found?.names ?? [])]
}
