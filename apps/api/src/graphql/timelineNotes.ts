import type { TimelineNote } from '@leaselight/model'
import { listNotes } from '../timelineNotes/service'
import type { Fields } from './context'
import { GraphQLBoolean, GraphQLList, GraphQLObjectType, GraphQLString } from './library'
import { Long, nonNull, nonNullList } from './scalars'

const TimelineNoteType = new GraphQLObjectType<TimelineNote>({
  name: 'TimelineNote',
  description: 'What happened on a day or over some days.',
  fields: {
    id: { type: nonNull(GraphQLString), description: 'The note’s id.' },
    text: { type: nonNull(GraphQLString), description: 'What happened.' },
    startDate: { type: nonNull(GraphQLString), description: 'The first day.' },
    endDate: { type: nonNull(GraphQLString), description: 'The last day.' },
    propertyIds: {
      type: new GraphQLList(nonNull(Long)),
      description: 'The properties that it concerns, of those that the viewer sees; null for the company.',
    },
    attribute: { type: GraphQLString, description: 'The attribute that it is about, such as region.' },
    value: { type: GraphQLString, description: 'The attribute’s value, such as Midwest.' },
    place: { type: nonNull(GraphQLString), description: 'What it is about, as text; empty for the company.' },
    by: { type: GraphQLString, description: 'Who wrote it; null where the user is gone.' },
    createdAt: { type: nonNull(GraphQLString), description: 'When it was written.' },
    updatedAt: { type: nonNull(GraphQLString), description: 'When it was changed last.' },
    mayChange: { type: nonNull(GraphQLBoolean), description: 'Whether the viewer may change and delete it.' },
  },
})

interface NoteArguments {
  startDate?: string | null
  endDate?: string | null
  propertyIds?: number[] | null
}

/** The query for notes on the timeline. */
export const timelineNoteQueries = (): Fields => ({
  timelineNotes: {
    type: nonNullList(TimelineNoteType),
    description: 'Notes about the company, and about properties that the viewer may see; the earliest first.',
    args: {
      startDate: { type: GraphQLString, description: 'Notes that end before this day are left out.' },
      endDate: { type: GraphQLString, description: 'Notes that begin after this day are left out.' },
      propertyIds: {
        type: new GraphQLList(nonNull(Long)),
        description: 'The notes that concern one of these properties, or the company.',
      },
    },
    resolve: async (_root, { startDate, endDate, propertyIds }: NoteArguments, { api, viewer }) => {
      const request = { startDate: startDate ?? undefined, endDate: endDate ?? undefined }
      return (await listNotes(api, viewer, { ...request, propertyIds: propertyIds ?? [] })).notes
    },
  },
})
