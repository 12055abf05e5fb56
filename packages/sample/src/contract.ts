/**
 * The twenty entities of the data contract as TypeScript, in the contract's own snake_case, so that the compiler checks
 * every hand-written record. Type aliases and not interfaces: only aliases fit `Record<string, unknown>`.
 */

type Flags = Record<string, boolean>
type Attributes = Record<string, string>

/** Any record may ask to be removed; then only its id and its owner matter. */
interface Removable {
  deleted?: boolean
}

export type CompanyRecord = Removable & {
  id: number
  name: string
  time_zone: string
  is_deleted?: boolean
  lma_access?: boolean
  feature_flags?: Flags
  banners?: { type: string; message: string; from_on?: string; to_on?: string }[]
}

export type Product =
  | 'tours'
  | 'call-intel'
  | 'call-transcripts'
  | 'call-intel-standalone'
  | 'ai'
  | 'ai-email'
  | 'ai-chat'
  | 'ai-sms'

export type OfficeHours = { weekday: number; opens: string; closes: string }

export type PropertyRecord = Removable & {
  id: number
  company_id: number
  name: string
  time_zone: string
  owning_manager_id?: number
  leasing_team_id?: number
  is_yardi_customer?: boolean
  attributes?: Attributes
  office_hours?: OfficeHours[]
  holidays?: string[]
  products?: Product[]
}

export type AgentRecord = Removable & {
  id: number
  company_id: number
  property_id: number
  name: string
  email?: string
  phone?: string
  is_deleted?: boolean
}

export type UserRecord = Removable & {
  id: number
  company_id: number
  username: string
  email: string
  first_name: string
  last_name: string
  role: string
  group_ids?: number[]
  property_ids?: number[]
  manager_id?: number
  phone_number?: string
  phone_id?: number
  photo?: string
  time_zone?: string
  is_deleted?: boolean
}

export type SourceRecord = Removable & {
  id: number
  company_id: number
  name: string
  parent_id?: number
  is_paid?: boolean
  attributes?: Attributes
}

export type UnitRecord = Removable & {
  id: number
  property_id: number
  name: string
  floorplan: string
  bedrooms: number
  area_sqft: number
  status?: 'rentable' | 'model' | 'down'
}

export type Trigger =
  | 'CANCELLED_MANAGER'
  | 'CANCELLED_RENTER'
  | 'CONFIGURABLE_STALE'
  | 'NO_SHOW'
  | 'POST_APPOINTMENT_MESSAGE'
  | 'STALE_PROSPECT'

export type CampaignRecord = Removable & {
  id: number
  company_id: number
  name: string
  trigger_type: Trigger
  is_archived?: boolean
}

export type InsertMethod =
  | 'call'
  | 'email'
  | 'sms'
  | 'chat'
  | 'walk-in'
  | 'web-form'
  | 'scheduling'
  | 'facebook'
  | 'manual'
  | 'import'

export type ContactChannel =
  | 'call'
  | 'email'
  | 'sms'
  | 'chat'
  | 'walk-in'
  | 'internet'
  | 'facebook'
  | 'knock-schedule'
  | 'form'

export type ProspectStatus = 'waiting' | 'booked' | 'visited' | 'applied' | 'leased' | 'lost'

export type ProspectRecord = Removable & {
  id: number
  property_id: number
  agent_id?: number
  source: string
  first_name?: string
  last_name?: string
  insert_method: InsertMethod
  first_contact_channel: ContactChannel
  created_at: string
  status: ProspectStatus
  not_a_prospect?: boolean
  is_referral?: boolean
  qualified_at?: string
  gender?: 'female' | 'male'
  birth_on?: string
  lost_at?: string
  loss_reason?: string
  next_step?: string
  next_follow_up_at?: string
  listing_id?: number
  day_only?: boolean
}

export type TouchRecord = Removable & {
  id: number
  property_id: number
  prospect_id: number
  source: string
  touched_at: string
}

export type MessageRecord = Removable & {
  id: number
  property_id: number
  prospect_id: number
  agent_id?: number
  channel: 'email' | 'text' | 'facebook' | 'chat'
  direction: 'inbound' | 'outbound'
  origin: 'agent' | 'bulk' | 'drip' | 'ai'
  campaign_id?: number
  step?: number
  sent_at: string
  delivered_at?: string
  opened_at?: string
  clicked_at?: string
  replied_at?: string
  opted_out_at?: string
  day_only?: boolean
}

export type Intent = 'tour' | 'price' | 'availability' | 'application' | 'maintenance' | 'payment' | 'other'
export type CallerType = 'prospect-first-call' | 'prospect-return-call' | 'resident' | 'other'
export type CallOutcome = 'answered' | 'missed' | 'voicemail' | 'requested-text'

export type CallRecord = Removable & {
  id: number
  property_id: number
  prospect_id?: number
  agent_id?: number
  source?: string
  direction: 'inbound' | 'outbound'
  handled_by: 'agent' | 'ai'
  caller_name?: string
  caller_phone?: string
  caller_type: CallerType
  started_at: string
  duration_seconds: number
  outcome: CallOutcome
  thread_id?: string
  stream_id?: string
  recording_url?: string
  intents?: Intent[]
  score?: number
  appointment_id?: number
  day_only?: boolean
}

export type Utterance = { speaker: string; time: number; transcript: string }
export type Annotations = Record<
  'greeting' | 'name' | 'preferences' | 'prospect_info' | 'prospect_interest' | 'prospect_source' | 'followup',
  number | null
>

export type TranscriptRecord = Removable & {
  thread_id: string
  property_id: number
  utterances: Utterance[]
  annotations: Annotations
}

export type TourType = 'in-person' | 'self-guided' | 'live-video'
export type AppointmentStatus = 'scheduled' | 'completed' | 'no-show' | 'cancelled-renter' | 'cancelled-manager'

export type AppointmentRecord = Removable & {
  id: number
  property_id: number
  prospect_id: number
  agent_id?: number
  created_at: string
  starts_at: string
  tour_type: TourType
  booked_by: 'agent' | 'prospect' | 'ai'
  status: AppointmentStatus
  status_at: string
}

export type VisitRecord = Removable & {
  id: number
  property_id: number
  prospect_id: number
  agent_id?: number
  appointment_id?: number
  visited_at: string
  visit_type: TourType
  unit_shown?: boolean
  uses_tour_app?: boolean
  tour_started_at?: string
  met_at?: string
  id_scanned_at?: string
  id_scan_valid?: boolean
  walkthrough_at?: string
  quoted_at?: string
  tour_finished_at?: string
}

export type ApplicationRecord = Removable & {
  id: number
  property_id: number
  prospect_id: number
  unit_id?: number
  agent_id?: number
  submitted_at: string
  status: 'pending' | 'approved' | 'denied' | 'cancelled'
  status_at: string
}

export type LeaseRecord = Removable & {
  id: number
  property_id: number
  unit_id: number
  prospect_id?: number
  agent_id?: number
  kind: 'new' | 'renewal' | 'transfer'
  signed_at: string
  starts_on: string
  ends_on: string
  monthly_rent: number
  previous_lease_id?: number
  cancelled_at?: string
  notice_on?: string
  moved_in_on?: string
  moved_out_on?: string
}

export type AdSpendRecord = Removable & {
  id: number
  property_id: number
  source: string
  fee_type: 'free' | 'monthly' | 'per-lead' | 'per-lease'
  amount: number
  starts_on: string
  ends_on?: string
}

export type ListingRecord = Removable & {
  id: number
  property_id: number
  agent_id?: number
  site: 'craigslist'
  title: string
  posted_at: string
  removed_at?: string
  flagged_at?: string
}

export type ConversationRecord = Removable & {
  id: number
  property_id: number
  prospect_id?: number
  channel: 'voice' | 'email' | 'chat' | 'sms'
  handled_by: 'ai' | 'agent'
  started_at: string
  first_reply_at?: string
  messages_in: number
  messages_out: number
  handle_seconds: number
  handed_off_at?: string
  appointment_id?: number
}

export type WebSessionRecord = Removable & {
  id: number
  property_id: number
  source?: string
  started_at: string
  page_views: number
  prospect_id?: number
}

/** Each entity's record. */
export interface Contract {
  companies: CompanyRecord
  properties: PropertyRecord
  agents: AgentRecord
  users: UserRecord
  sources: SourceRecord
  units: UnitRecord
  campaigns: CampaignRecord
  prospects: ProspectRecord
  touches: TouchRecord
  messages: MessageRecord
  calls: CallRecord
  transcripts: TranscriptRecord
  appointments: AppointmentRecord
  visits: VisitRecord
  applications: ApplicationRecord
  leases: LeaseRecord
  ad_spend: AdSpendRecord
  listings: ListingRecord
  conversations: ConversationRecord
  web_sessions: WebSessionRecord
}

export type EntityName = keyof Contract
/** A record of any entity, as it stands in a file. */
export type ContractRecord = Contract[EntityName]
/** Records by entity: what an import takes in. */
export type Fixture = { [E in EntityName]?: Contract[E][] }
/** A world in which every entity is there, with the instant its stories are told from. */
export type DatedFixture = { [E in EntityName]: Contract[E][] } & { now: string }

/** All entities; companies and properties first, as an import takes them. */
export const ENTITY_NAMES = [
  'companies',
  'properties',
  'agents',
  'users',
  'sources',
  'units',
  'campaigns',
  'prospects',
  'touches',
  'messages',
  'calls',
  'transcripts',
  'appointments',
  'visits',
  'applications',
  'leases',
  'ad_spend',
  'listings',
  'conversations',
  'web_sessions',
] as const satisfies readonly EntityName[]

/** The entities of a world that hold records, in import order; leaves out what is no entity (`now`). */
export function entitiesOf(fixture: Fixture): { entity: EntityName; records: ContractRecord[] }[] {
  return ENTITY_NAMES.flatMap((entity) => {
    const records: ContractRecord[] = fixture[entity] ?? []
    return records.length > 0 ? [{ entity, records }] : []
  })
}
