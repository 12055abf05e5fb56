import { boxscoreForms } from '@leaselight/connectors'
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from './library'
import { Long, nonNull, nonNullList } from './scalars'

interface Instants {
  checkedAt: Date
  createdAt: Date
}

const summary = {
  id: { type: nonNull(GraphQLString), description: 'Its id.' },
  fileName: { type: nonNull(GraphQLString), description: 'The name of the file.' },
  startDate: { type: nonNull(GraphQLString), description: 'The first day of the property system’s report.' },
  endDate: { type: nonNull(GraphQLString), description: 'Its last day.' },
  properties: { type: nonNullList(GraphQLString), description: 'The names of its properties that the user sees.' },
  lines: { type: nonNull(Long), description: 'How many lines are compared, of all properties together.' },
  differing: { type: nonNull(Long), description: 'How many of them differ.' },
  records: { type: nonNull(Long), description: 'How many records are behind the differences.' },
  unexplained: { type: nonNull(Long), description: 'What no record explains.' },
  checkedAt: {
    type: nonNull(GraphQLString),
    description: 'When it was compared last.',
    resolve: ({ checkedAt }: Instants) => checkedAt.toISOString(),
  },
  createdAt: {
    type: nonNull(GraphQLString),
    description: 'When the file was brought.',
    resolve: ({ createdAt }: Instants) => createdAt.toISOString(),
  },
  mine: { type: nonNull(GraphQLBoolean), description: 'Whether the user may delete it.' },
}

const Reason = new GraphQLObjectType({
  name: 'ReconcileReason',
  description: 'A reason for a difference.',
  fields: {
    reason: { type: nonNull(GraphQLString), description: 'The reason’s key, such as notProspect.' },
    label: { type: nonNull(GraphQLString), description: 'What explains the difference, as a sentence.' },
    records: { type: nonNull(Long), description: 'How many records have it.' },
  },
})

const Line = new GraphQLObjectType({
  name: 'ReconciledLine',
  description: 'A line of the Boxscore at one property, on both sides.',
  fields: {
    line: { type: nonNull(GraphQLString), description: 'The line’s key, such as visits.' },
    label: { type: nonNull(GraphQLString), description: 'The line’s name as the report shows it.' },
    propertyId: { type: nonNull(Long), description: 'The property’s id.' },
    property: { type: nonNull(GraphQLString), description: 'The property’s name.' },
    theirs: { type: nonNull(Long), description: 'The number of the file.' },
    ours: { type: nonNull(Long), description: 'The number of the Boxscore.' },
    difference: { type: nonNull(Long), description: 'Theirs minus ours.' },
    reasons: { type: nonNullList(Reason), description: 'What explains it.' },
    unexplained: { type: nonNull(Long), description: 'What nothing explains.' },
    hints: { type: nonNullList(GraphQLString), description: 'What could be part of it, where totals leave it open.' },
  },
})

const Differing = new GraphQLObjectType({
  name: 'ReconciledRecord',
  description: 'A record behind a difference.',
  fields: {
    line: { type: nonNull(GraphQLString), description: 'The line’s key.' },
    label: { type: nonNull(GraphQLString), description: 'The line’s name as the report shows it.' },
    propertyId: { type: nonNull(Long), description: 'The property’s id.' },
    property: { type: nonNull(GraphQLString), description: 'The property’s name.' },
    reason: { type: nonNull(GraphQLString), description: 'The reason’s key.' },
    reasonLabel: { type: nonNull(GraphQLString), description: 'What explains the difference, as a sentence.' },
    effect: {
      type: nonNull(Long),
      description: '1 where it makes their number larger, −1 where it makes ours larger.',
    },
    name: { type: nonNull(GraphQLString), description: 'Whom or what it is about.' },
    unit: { type: nonNull(GraphQLString), description: 'The unit; empty without one.' },
    theirRow: { type: Long, description: 'The row of the file; null where the file doesn’t have it.' },
    theirId: { type: nonNull(GraphQLString), description: 'The id in the file; empty without one.' },
    theirDay: { type: GraphQLString, description: 'The day in the file.' },
    ourId: { type: Long, description: 'The id here; null where it isn’t here.' },
    ourProspectId: { type: Long, description: 'The prospect’s id here.' },
    ourDay: { type: GraphQLString, description: 'The day here.' },
    says: { type: nonNull(GraphQLString), description: 'The difference as a sentence.' },
    todo: { type: nonNull(GraphQLString), description: 'What to correct.' },
  },
})

const LeftOut = new GraphQLObjectType({
  name: 'ReconcileLeftOut',
  description: 'Rows of the file that are not compared.',
  fields: {
    says: { type: nonNull(GraphQLString), description: 'Why.' },
    rows: { type: nonNull(Long), description: 'How many.' },
  },
})

const formWords = {
  columns: 'A row for each property, a column for each line.',
  rows: 'A row for each line.',
  records: 'A row for each record.',
} as const

export const Form = new GraphQLEnumType({
  name: 'BoxscoreForm',
  description: 'What a row of a boxscore is.',
  values: Object.fromEntries(
    boxscoreForms.map((form) => [form.toUpperCase(), { value: form, description: formWords[form] }]),
  ),
})

const LineName = new GraphQLObjectType({
  name: 'ReconcileLineName',
  description: 'A line that can be compared.',
  fields: {
    key: { type: nonNull(GraphQLString), description: 'The line’s key, such as visits.' },
    label: { type: nonNull(GraphQLString), description: 'The line’s name as the report shows it.' },
  },
})

const PropertyName = new GraphQLObjectType({
  name: 'ReconcileProperty',
  description: 'A property whose numbers can be compared.',
  fields: {
    id: { type: nonNull(Long), description: 'The property’s id.' },
    name: { type: nonNull(GraphQLString), description: 'The property’s name.' },
  },
})

interface Preview {
  mapping: unknown
  sample: string[][]
  community_names: string[]
  unknown_properties: string[]
  unknown_lines: string[]
  left_out: object[]
}

export const PreviewType = new GraphQLObjectType<Preview>({
  name: 'ReconciliationPreview',
  description: 'How a file is read.',
  fields: {
    columns: { type: nonNullList(GraphQLString), description: 'The columns of the file.' },
    rows: { type: nonNull(Long), description: 'How many rows the file has below its header.' },
    sample: {
      type: nonNullList(new GraphQLList(new GraphQLNonNull(GraphQLString))),
      description: 'The first rows.',
    },
    mapping: {
      type: nonNull(GraphQLString),
      description: 'How it is read, as JSON in REST’s words; createReconciliation takes it.',
      resolve: ({ mapping }) => JSON.stringify(mapping),
    },
    unknownProperties: {
      type: nonNullList(GraphQLString),
      description: 'Their names of properties that are none of the user’s.',
      resolve: (preview) => preview.unknown_properties,
    },
    unknownLines: {
      type: nonNullList(GraphQLString),
      description: 'Their names of lines that are not compared.',
      resolve: (preview) => preview.unknown_lines,
    },
    words: { type: nonNullList(GraphQLString), description: 'Their names of lines.' },
    communityNames: {
      type: nonNullList(GraphQLString),
      description: 'Their names of properties.',
      resolve: (preview) => preview.community_names,
    },
    lines: { type: nonNullList(LineName), description: 'The lines that can be compared.' },
    properties: { type: nonNullList(PropertyName), description: 'The properties that the user sees.' },
    leftOut: {
      type: nonNullList(LeftOut),
      description: 'What would not be compared.',
      resolve: (preview) => preview.left_out,
    },
    read: { type: nonNull(Long), description: 'How many numbers or records were read.' },
    problem: { type: GraphQLString, description: 'What the mapping still lacks; null where it lacks nothing.' },
  },
})

export const Summary = new GraphQLObjectType<Instants>({
  name: 'ReconciliationSummary',
  description: 'A property system’s boxscore that was compared with ours.',
  fields: summary,
})

export const Reconciliation = new GraphQLObjectType<Instants>({
  name: 'Reconciliation',
  description: 'A property system’s boxscore beside ours, as it is now.',
  fields: {
    ...summary,
    answer: { type: nonNull(GraphQLString), description: 'The result in one sentence.' },
    form: { type: nonNull(GraphQLString), description: 'What a row of the file is: columns, rows or records.' },
    compared: { type: nonNullList(Line), description: 'Every line.' },
    named: { type: nonNullList(Differing), description: 'The records behind the differences.' },
    more: { type: nonNull(Long), description: 'How many more records the file of the list has.' },
    leftOut: { type: nonNullList(LeftOut), description: 'What is not compared.' },
  },
})

export const CreateInput = new GraphQLInputObjectType({
  name: 'CreateReconciliationInput',
  description: 'A file to compare. REST takes larger ones, and Excel workbooks.',
  fields: {
    file: { type: nonNull(GraphQLString), description: 'The CSV file as text.' },
    mapping: {
      type: GraphQLString,
      description: 'How it is read, as JSON in REST’s words; guessed if left out, as REST’s preview does.',
    },
    startDate: { type: nonNull(GraphQLString), description: 'The first day of their report.' },
    endDate: { type: nonNull(GraphQLString), description: 'Its last day.' },
    madeAt: { type: GraphQLString, description: 'When the file was made.' },
    fileName: { type: GraphQLString, description: 'The name of the file.' },
  },
})
