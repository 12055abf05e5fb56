import { count, defineReport, fact } from '@leaselight/model'

export const callBack = defineReport({
  key: 'call-back',
  apiKey: 'CallBackReport',
  title: 'Call back',
  path: '/call-back',
  section: 'Leads',
  navOrder: 55,
  gate: 'general',
  question: 'Who waits for us now, and who first?',
  shape: 'list',
  answer: [
    '{people:person|people} still to call: {missedCalls} for a missed call, {questions} for a question, {tours} after a tour.',
  ],
  defaultFilters: ['propertyIds'],
  additionalFilters: ['agentIds', 'sources'],
  asOf: true,
  lockedScope: { dates: 'Call back shows people from the last 30 days who still wait for an answer.' },
  rows: [],
  columns: {
    people: count('People', 'People who called, wrote, or toured in the last 30 days and have had no answer since.', {
      better: 'lower',
      optional: true,
      words: ['waiting', 'follow up', 'unanswered'],
    }),
    missedCalls: count('Missed calls', 'People whose call went unanswered.', { better: 'lower', optional: true }),
    questions: count('Unanswered questions', 'People who wrote or came in online.', {
      better: 'lower',
      optional: true,
    }),
    tours: count('Tours without follow-up', 'People who toured a day ago or more.', {
      better: 'lower',
      optional: true,
    }),
    name: fact('Name', 'The person who waits.', 'text', { personalData: 'person' }),
    reason: fact('Waits for', 'A missed call, an unanswered question, or a tour without follow-up.'),
    atStake: fact(
      'Rent at stake',
      'Rent times chance: what calling this person is worth, in dollars of monthly rent.',
      'money',
    ),
    since: fact('Since', 'When the person first called, wrote, or toured without an answer.', 'datetime'),
    phone: fact('Phone', 'The person’s phone number.', 'phone', { personalData: 'phone' }),
    email: fact('Email', 'The person’s email address.', 'email', { personalData: 'email', optional: true }),
    property: fact('Property', 'The property that the person asked about.'),
    agent: fact('Agent', 'The agent who looks after the person.'),
    source: fact('Source', 'Where the person came from.', 'text', { optional: true }),
    rent: fact('Rent', 'The median monthly rent of the property’s new leases of the last year.', 'money', {
      optional: true,
    }),
    chance: fact(
      'Chance',
      'How many of the property’s people leased, of those who toured or of all, in the year to 60 days ago. Left out below 20 people.',
      'percent',
      { optional: true },
    ),
  },
  columnGroups: { reason: 'Waiting', phone: 'Contact', property: 'Lead', rent: 'Rent at stake' },
  card: {
    title: 'name',
    meta: ['reason', 'since', 'property'],
    trailing: 'atStake',
    action: 'name',
    contact: ['phone', 'email'],
  },
  tiles: ['people', 'missedCalls', 'questions', 'tours'],
  charts: [],
})
