import type { RecordOf, ValueOf } from '@leaselight/contract'
import { DAY, dayOf, HOUR, type Local, MINUTE } from './calendar'
import type { SampleProperty } from './property'
import { phone } from './property'
import { weighted } from './random'
import { transcriptOf } from './transcript'

/** The person that a contact is with, as far as known. */
export interface Person {
  id: number
  name: string
  phone: string
  source: string
}

const PROSPECT_INTENTS = weighted<ValueOf<'calls', 'intents'>>([
  ['tour', 34],
  ['price', 26],
  ['availability', 24],
  ['application', 9],
  ['other', 7],
])
const RESIDENT_INTENTS = weighted<ValueOf<'calls', 'intents'>>([
  ['maintenance', 56],
  ['payment', 26],
  ['other', 18],
])

/** The outcome of a mailing. */
interface MailingResult {
  replied: Local | undefined
  /** Whether a series continues after it. */
  continues: boolean
}

/** The result of an incoming call. */
export interface CallResult {
  outcome: ValueOf<'calls', 'outcome'>
  /** Whether the AI answered. */
  byAi: boolean
  ended: Local
  /** Records the appointment that was made in the call. */
  books: (appointment: number) => void
}

/** Writes messages, calls, and transcripts of one property. */
export class Contacts {
  constructor(private readonly place: SampleProperty) {}

  /** A message by an agent, the AI, or the prospect; undefined when it would be in the future. */
  message(
    prospect: number,
    at: Local,
    rest: Pick<RecordOf<'messages'>, 'channel' | 'direction' | 'origin'> & Partial<RecordOf<'messages'>>,
  ): RecordOf<'messages'> | undefined {
    const { calendar, setting, id } = this.place
    const sent_at = calendar.past(at)
    if (sent_at === undefined) return undefined
    const record: RecordOf<'messages'> = {
      id: setting.out.id('messages'),
      property_id: id,
      prospect_id: prospect,
      sent_at,
      ...rest,
    }
    setting.out.push('messages', record)
    return record
  }

  /** An agent writes: by e-mail three times in five, else a text. */
  write(prospect: number, at: Local, channel?: RecordOf<'messages'>['channel']): void {
    const { random, calendar } = this.place
    const by = channel ?? (random.chance(0.6) ? 'email' : 'text')
    const opened = random.chance(0.6) ? at + random.around(3 * HOUR, 1) : undefined
    this.message(prospect, at, {
      agent_id: this.place.agent(dayOf(at)),
      channel: by,
      direction: 'outbound',
      origin: 'agent',
      delivered_at: calendar.past(at + 4),
      opened_at: by === 'email' ? calendar.past(opened) : undefined,
      replied_at: opened !== undefined && random.chance(0.4) ? calendar.past(opened + 600) : undefined,
    })
  }

  /** The prospect writes. */
  receive(prospect: number, at: Local, channel: RecordOf<'messages'>['channel']): void {
    this.message(prospect, at, { channel, direction: 'inbound', origin: 'agent' })
  }

  /** One mailing of many: campaigns and bulk mail have the same outcomes. */
  mailing(
    prospect: number,
    at: Local,
    rest: Pick<RecordOf<'messages'>, 'origin'> & Partial<RecordOf<'messages'>>,
  ): MailingResult {
    const { random, calendar } = this.place
    const delivered = random.chance(0.97)
    const opened = delivered && random.chance(0.44) ? at + random.around(5 * HOUR, 1.2) : undefined
    const clicked = opened !== undefined && random.chance(0.24) ? opened + random.int(5, 90) : undefined
    const replied = opened !== undefined && random.chance(0.09) ? opened + random.int(120, 7200) : undefined
    const optedOut = opened !== undefined && random.chance(0.02) ? opened + random.int(10, 60) : undefined
    this.message(prospect, at, {
      agent_id: undefined,
      channel: 'email',
      direction: 'outbound',
      delivered_at: delivered ? calendar.past(at + random.int(2, 30)) : undefined,
      opened_at: calendar.past(opened),
      clicked_at: calendar.past(clicked),
      replied_at: calendar.past(replied),
      opted_out_at: calendar.past(optedOut),
      ...rest,
    })
    return { replied, continues: replied === undefined && optedOut === undefined }
  }

  /**
   * A campaign's series: three steps over a week, ended early by a reply or an opt-out. Returns when the prospect
   * replied, if they did: some of them return.
   */
  drip(prospect: number, from: Local, trigger: ValueOf<'campaigns', 'trigger_type'> | 'archived'): Local | undefined {
    const campaign = this.place.setting.campaigns.get(trigger)
    for (const [step, days] of [0, 3, 7].entries()) {
      // Campaigns go out at ten in the morning.
      const at = (dayOf(from) + 1 + days) * DAY + 10 * HOUR + (prospect % 900)
      const { replied, continues } = this.mailing(prospect, at, {
        origin: 'drip',
        campaign_id: campaign,
        step: step + 1,
      })
      if (!continues) return replied !== undefined && replied <= this.place.calendar.now ? replied : undefined
    }
    return undefined
  }

  /** An agent calls. */
  dial(person: Person, at: Local): void {
    const { random } = this.place
    const answered = random.chance(0.46)
    const outcome: ValueOf<'calls', 'outcome'> = answered ? 'answered' : random.chance(0.7) ? 'voicemail' : 'missed'
    this.call(at, person, 'prospect-return-call', outcome, {
      direction: 'outbound',
      agent_id: this.place.agent(dayOf(at)),
      duration_seconds: answered ? random.int(40, 300) : outcome === 'voicemail' ? random.int(15, 40) : 0,
    })
  }

  /**
   * A call comes in. Whether it is answered depends on the office, the hour, and the lunch break; after hours the AI
   * answers where there is one. Callers who want a tour say so first.
   */
  ring(at: Local, type: ValueOf<'calls', 'caller_type'>, person?: Person, wantsTour = false): CallResult {
    const { random, clock, products, answerRate } = this.place
    const day = dayOf(at)
    const second = at - day * DAY
    const open = clock.isOpen(at)
    const lunch = second >= 12 * HOUR && second < 14 * HOUR
    const ai = products.has('ai') && !open
    const chance = !open ? 0.08 : lunch ? (this.place.missesLunch(day) ? 0.18 : answerRate - 0.12) : answerRate
    const answered = ai || random.chance(chance)
    const outcome: ValueOf<'calls', 'outcome'> = answered
      ? 'answered'
      : random.chance(0.5)
        ? 'missed'
        : random.chance(0.85)
          ? 'voicemail'
          : 'requested-text'
    const resident = type === 'resident' || type === 'other'
    const seconds = answered
      ? Math.min(900, Math.round(random.around(resident ? 85 : 150, 0.6)))
      : outcome === 'voicemail'
        ? random.int(12, 50)
        : 0
    const first = wantsTour ? 'tour' : random.draw(resident ? RESIDENT_INTENTS : PROSPECT_INTENTS)
    const second_ = !resident && random.chance(0.35) ? random.draw(PROSPECT_INTENTS) : first
    const intents = answered ? (second_ === first ? [first] : [first, second_]) : undefined
    const record = this.call(at, person, type, outcome, {
      handled_by: ai ? 'ai' : 'agent',
      agent_id: answered && !ai ? this.place.agent(day) : undefined,
      duration_seconds: seconds,
      intents,
      score:
        answered && !ai && !resident && random.chance(0.8)
          ? Math.min(100, Math.round(random.around(74, 0.2)))
          : undefined,
    })
    const voice = ai && record ? this.voice(at, seconds, person?.id) : undefined
    return {
      outcome,
      byAi: ai,
      ended: at + seconds,
      books: (appointment) => {
        // Appointments made in today's calls may not be recorded yet.
        if (record) record.appointment_id = appointment
        if (voice) voice.appointment_id = appointment
      },
    }
  }

  private call(
    at: Local,
    person: Person | undefined,
    caller_type: ValueOf<'calls', 'caller_type'>,
    outcome: ValueOf<'calls', 'outcome'>,
    rest: Partial<RecordOf<'calls'>> & { duration_seconds: number },
  ): RecordOf<'calls'> | undefined {
    const { random, calendar, setting, id, products } = this.place
    const started_at = calendar.past(at)
    if (started_at === undefined) return undefined
    const number = setting.out.id('calls')
    const recorded = outcome !== 'missed' && rest.duration_seconds > 10
    const thread = recorded ? `call-${number}` : undefined
    const record: RecordOf<'calls'> = {
      id: number,
      property_id: id,
      prospect_id: person?.id,
      agent_id: undefined,
      // Residents have no source.
      source: person?.source,
      direction: 'inbound',
      handled_by: 'agent',
      caller_name: person?.name,
      caller_phone: person?.phone ?? phone(random),
      caller_type,
      started_at,
      outcome,
      thread_id: thread,
      stream_id: thread && `${thread}-a`,
      recording_url: thread && `${setting.baseUrl}/recordings/${thread}.wav?seconds=${rest.duration_seconds}`,
      ...rest,
    }
    setting.out.push('calls', record)
    if (thread && outcome === 'answered' && products.has('call-transcripts') && random.chance(0.7)) {
      setting.out.push('transcripts', transcriptOf(this.place, thread, record))
    }
    return record
  }

  private voice(at: Local, seconds: number, prospect?: number): RecordOf<'conversations'> {
    const { random, calendar, setting, id } = this.place
    const record: RecordOf<'conversations'> = {
      id: setting.out.id('conversations'),
      property_id: id,
      prospect_id: prospect,
      channel: 'voice',
      handled_by: 'ai',
      started_at: calendar.iso(at),
      first_reply_at: calendar.past(at + 1),
      messages_in: Math.max(1, Math.round(seconds / 18)),
      messages_out: Math.max(1, Math.round(seconds / 16)),
      handle_seconds: seconds,
      handed_off_at: random.chance(0.12) ? calendar.past(at + seconds) : undefined,
      appointment_id: undefined,
    }
    setting.out.push('conversations', record)
    return record
  }

  /** A written conversation; the AI responds in seconds, day and night, an agent when the office can. */
  chat(prospect: number, at: Local, channel: 'email' | 'chat' | 'sms', by: 'ai' | 'agent', appointment?: number): void {
    const { random, calendar, setting, id, clock } = this.place
    const started_at = calendar.past(at)
    if (started_at === undefined) return
    const turns = 1 + random.poisson(channel === 'email' ? 1.2 : 3)
    const reply =
      by === 'ai'
        ? at + random.int(2, channel === 'email' ? 90 : 15)
        : clock.after(at, this.place.answerSeconds(dayOf(at)))
    setting.out.push('conversations', {
      id: setting.out.id('conversations'),
      property_id: id,
      prospect_id: prospect,
      channel,
      handled_by: by,
      started_at,
      first_reply_at: calendar.past(reply),
      messages_in: turns,
      messages_out: turns + random.int(0, 2),
      handle_seconds: turns * random.int(40, 110),
      handed_off_at: by === 'ai' && random.chance(0.16) ? calendar.past(at + turns * MINUTE) : undefined,
      appointment_id: appointment,
    })
  }
}
