import type { Annotations, RecordOf, Utterance } from '@leaselight/contract'
import type { SampleProperty } from './property'
import { turnsOf } from './turns'
import { FEMALE_NAMES, LAST_NAMES } from './vocabulary'

type Note = keyof Annotations
/** A speaker's line, and what it shows. */
type Line = readonly [text: string, note?: Note]

const OPENING: readonly Line[] = [
  ['Thank you for calling {property}, this is {agent}. How may I help you today?', 'greeting'],
  ['Good day, {property}, {agent} speaking. How can I help?', 'greeting'],
  ['Thanks for calling {property}! My name is {agent}. What can I do for you?', 'greeting'],
  ['{property}, hello?'],
]

const CALLER: Record<string, readonly Line[]> = {
  tour: [
    ['Hi, this is {caller}. I would like to come by for a tour this weekend.', 'name'],
    ['Can I see the apartment on Saturday morning, or is there a self-guided tour?', 'prospect_interest'],
    ['We are two adults and a cat, and we would move in at the end of next month.', 'prospect_info'],
    ['Is there parking when we come to visit?'],
    ['Could I do a live video tour instead? I am moving from out of state.', 'prospect_interest'],
  ],
  price: [
    ['Hello, my name is {caller}. What is the rent for a {plan}?', 'name'],
    ['Is there a move-in special, or a discount for a longer lease?', 'prospect_interest'],
    ['Does the rent include water and trash, and is there a pet fee?'],
    ['My budget is about {budget} dollars a month.', 'preferences'],
    ['And how much is the security deposit?'],
  ],
  availability: [
    ['Hi, {caller} here. I found you on {source} and wanted to ask about a {plan}.', 'prospect_source'],
    ['Do you have anything available by the first of the month?', 'prospect_interest'],
    ['I would prefer a balcony and an upper floor, away from the street.', 'preferences'],
    ['Is there a washer and dryer in the unit?', 'preferences'],
    ['How long is your waitlist for a {plan}?'],
  ],
  application: [
    ['Hi, I toured yesterday and I would like to apply. My name is {caller}.', 'name'],
    ['What documents do you need, pay stubs and an ID?', 'prospect_info'],
    ['Can my co-signer fill in the application online?'],
    ['How long does the credit check take?'],
    ['I have a dog, a golden retriever. Is there a breed restriction?', 'prospect_info'],
  ],
  maintenance: [
    ['Hello, I live in apartment {unit}. My kitchen sink is leaking.'],
    ['The air conditioning stopped working last night.'],
    ['The hallway light on my floor has been out for days.'],
    ['The washing machine on my floor is out of order again.'],
    ['My key fob no longer opens the garage.'],
  ],
  payment: [
    ['Hi, I have a question about my rent payment, I live in {unit}.'],
    ['The portal shows a late fee, but I paid on the first.'],
    ['Can I set up automatic payment from my checking account?'],
    ['Where do I send the check?'],
  ],
  other: [
    ['Hello, do I have to register a guest who stays for a week?'],
    ['I have a delivery for the fitness center, where should I park?'],
    ['Could you tell me the opening hours of the pool?'],
    ['I left my umbrella at the club house on Sunday.'],
  ],
}

const ANSWERS: Record<string, readonly Line[]> = {
  tour: [
    ['I would love to show you around. Does Saturday at eleven work?', 'followup'],
    ['We offer guided and self-guided tours; you only need your ID.'],
    ['Perfect, I have you down, and I will send you a confirmation by text.', 'followup'],
    ['The tour takes about thirty minutes, and you will see the pool and the gym as well.'],
  ],
  price: [
    ['A {plan} starts at {budget} dollars, depending on the floor.'],
    ['Right now we waive the application fee if you apply within two days of your tour.'],
    ['Water is included; electricity is separate, about sixty dollars a month.'],
    ['Would you like me to email you a quote?', 'followup'],
  ],
  availability: [
    ['I have a {plan} on the third floor, available on the fifteenth.'],
    ['What features matter most to you?'],
    ['How did you hear about us?'],
    ['Let me put you on the list, and I will call you back tomorrow.', 'followup'],
  ],
  application: [
    ['You can apply on our website; it takes about ten minutes.'],
    ['We usually have an answer within two business days.'],
    ['I will send you the link right now.', 'followup'],
    ['The screening looks at income, credit and rental history.'],
  ],
  maintenance: [
    ['I am sorry to hear that. I will put in a work order right away.'],
    ['May somebody enter if you are not at home?'],
    ['A technician will be there today between two and four.', 'followup'],
  ],
  payment: [
    ['Let me look at your ledger for a moment.'],
    ['I see it, and I will take the late fee off.'],
    ['You can do that in the resident portal, under payments.'],
  ],
  other: [
    ['I am happy to help with that.'],
    ['Let me ask my colleague; she will get back to you today.', 'followup'],
    ['The pool and the fitness center are open from eight in the morning to ten at night.'],
  ],
}
const CLOSING: Record<'agent' | 'caller', readonly Line[]> = {
  agent: [
    ['Thank you for calling, have a wonderful day!'],
    ['See you soon, goodbye.'],
    ['Thanks so much, talk to you then.'],
  ],
  caller: [['Thank you so much, goodbye.'], ['Perfect, thanks for your help.'], ['Okay, bye, have a good one.']],
}
const RESIDENT: ReadonlySet<string> = new Set(['maintenance', 'payment', 'other'])
/** What residents say after their first sentence. */
const COMPLAINTS: readonly Line[] = [
  ['It has been like that since the weekend.'],
  ['Could somebody look at it before noon, please?'],
  ['Yes, that is fine, but please mind the cat.'],
  ['I also sent an email last week and have not heard back.'],
  ['Thank you, I appreciate it.'],
]
/** Fills the turns that are left after the lines of all intents. */
const SMALL_TALK: Record<'agent' | 'caller', readonly Line[]> = {
  agent: [
    ['Let me check that for you.'],
    ['Of course.'],
    ['Is there anything else I can help you with?'],
    ['One moment, please.'],
  ],
  caller: [['Okay, that sounds good.'], ['Great, thank you.'], ['Let me write that down.'], ['I see.']],
}
const PLAN_WORDS = ['studio', 'one-bedroom', 'two-bedroom', 'three-bedroom']

/** A call's transcript: lines that fit its intents, assigned to the turns of its recording. */
export function transcriptOf(
  place: SampleProperty,
  threadId: string,
  call: RecordOf<'calls'>,
): RecordOf<'transcripts'> {
  const { random } = place
  const intents = call.intents ?? ['other']
  const words: Record<string, string> = {
    property: place.property.name,
    agent: call.handled_by === 'ai' ? 'your virtual assistant' : place.firstName(call.agent_id),
    caller: call.caller_name ?? `${random.pick(FEMALE_NAMES)} ${random.pick(LAST_NAMES)}`,
    plan: random.pick(PLAN_WORDS),
    budget: String(random.int(26, 60) * 50),
    source: call.source ?? 'the internet',
    unit: `${random.int(1, 9)}${String(random.int(1, 24)).padStart(2, '0')}`,
  }
  const annotations: Annotations = {
    greeting: null,
    name: null,
    preferences: null,
    prospect_info: null,
    prospect_interest: null,
    prospect_source: null,
    followup: null,
  }
  const turns = turnsOf(threadId, call.duration_seconds)
  // Both speakers use the lines of an intent from different positions, so that lines don't repeat.
  const offset = random.int(0, 4)
  const spoken = new Map<string, number>()
  const lineOf = (speaker: 'agent' | 'caller', intent: string): Line | undefined => {
    const lines = (speaker === 'caller' ? CALLER : ANSWERS)[intent] ?? []
    const key = speaker + intent
    const count = spoken.get(key) ?? 0
    spoken.set(key, count + 1)
    // A resident has one problem at a time, and the office handles it step by step.
    if (RESIDENT.has(intent)) {
      if (speaker === 'agent') return lines[count] ?? SMALL_TALK.agent[count % SMALL_TALK.agent.length]
      const more = intent === 'maintenance' ? COMPLAINTS : SMALL_TALK.caller
      return count === 0 ? random.pick(lines) : more[(offset + count) % more.length]
    }
    // The caller gives their name first.
    if (speaker === 'caller' && intent === intents[0] && count === 0) return lines[0]
    const rest = speaker === 'caller' ? lines.slice(1) : lines
    return count <= rest.length ? rest[(offset + count) % rest.length] : random.pick(SMALL_TALK[speaker])
  }
  const utterances = turns.map(({ speaker, start }, index): Utterance => {
    const intent = intents[index < turns.length / 2 ? 0 : intents.length - 1] ?? 'other'
    const line =
      index === 0
        ? random.pick(OPENING)
        : index === turns.length - 1
          ? random.pick(CLOSING[speaker])
          : lineOf(speaker, intent)
    const [text, note] = line ?? ['Hello?']
    if (note && annotations[note] === null) annotations[note] = index
    return { speaker, time: start, transcript: text.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? word) }
  })
  return { thread_id: threadId, property_id: place.id, utterances, annotations }
}
