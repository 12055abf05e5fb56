import type { boxscoreForms } from '@leaselight/connectors'
import { deleteOwnReconciliation, listVisible, previewFile, readDetail, reconcileFile } from '../reconcile/answers'
import type { Fields } from './context'
import { GraphQLString } from './library'
import { CreateInput, Form, PreviewType, Reconciliation, Summary } from './reconciliationTypes'
import { Long, nonNull, nonNullList } from './scalars'

interface CreateArguments {
  input: {
    file: string
    mapping?: string | null
    startDate: string
    endDate: string
    madeAt?: string | null
    fileName?: string | null
  }
}

interface PreviewArguments {
  file: string
  mapping?: string | null
  form?: (typeof boxscoreForms)[number] | null
}

interface ListArguments {
  startDate?: string | null
  endDate?: string | null
  property?: number | null
}

/** The queries for reconciliations with property systems. */
export const reconciliationQueries = (): Fields => ({
  reconciliations: {
    type: nonNullList(Summary),
    description: 'The reconciliations of the properties that the user sees, newest first.',
    args: {
      startDate: { type: GraphQLString, description: 'Those whose first day this is.' },
      endDate: { type: GraphQLString, description: 'Those whose last day this is.' },
      property: { type: Long, description: 'Those that cover this property, with its numbers alone.' },
    },
    resolve: async (_root, { startDate, endDate, property }: ListArguments, { api, viewer }) =>
      listVisible(api, viewer, {
        startDate: startDate ?? undefined,
        endDate: endDate ?? undefined,
        property: property ?? undefined,
      }),
  },
  reconciliation: {
    type: nonNull(Reconciliation),
    description: 'A reconciliation with what is here now.',
    args: { id: { type: nonNull(GraphQLString), description: 'The id of the reconciliation.' } },
    resolve: async (_root, { id }: { id: string }, { api, viewer, signal }) => readDetail(api, viewer, id, signal),
  },
  reconciliationPreview: {
    type: nonNull(PreviewType),
    description: 'Guesses how a property system’s boxscore is read, and reads it. Nothing is stored.',
    args: {
      file: { type: nonNull(GraphQLString), description: 'The CSV file as text.' },
      mapping: { type: GraphQLString, description: 'How it is read, as JSON in REST’s words; guessed if left out.' },
      form: { type: Form, description: 'What a row is, to guess a mapping for.' },
    },
    resolve: async (_root, { file, mapping, form }: PreviewArguments, { api, viewer }) =>
      previewFile(api, viewer, { mapping: mapping ?? undefined, form: form ?? undefined }, Buffer.from(file)),
  },
})

/** The mutations that bring and delete reconciliations. */
export const reconciliationMutations = (): Fields => ({
  createReconciliation: {
    type: nonNull(Reconciliation),
    description: 'Compares a property system’s boxscore with ours, and stores it.',
    args: { input: { type: nonNull(CreateInput), description: 'The file, and how it is read.' } },
    resolve: async (_root, { input }: CreateArguments, { api, viewer, note, signal }) => {
      const { file, mapping, startDate, endDate, madeAt, fileName } = input
      const wanted = {
        ...{ file: Buffer.from(file), startDate, endDate, madeAt: madeAt ?? null, fileName: fileName ?? '' },
        mapping: mapping ?? null,
      }
      const made = await reconcileFile(api, viewer, wanted, signal)
      note({ action: 'changed', what: 'Compares a property system’s boxscore with ours, and stores it', report: null })
      return made
    },
  },
  deleteReconciliation: {
    type: nonNull(GraphQLString),
    description: 'Deletes a reconciliation with its file, and returns its id.',
    args: { id: { type: nonNull(GraphQLString), description: 'The id of the reconciliation.' } },
    resolve: async (_root, { id }: { id: string }, { api, viewer, note }) => {
      await deleteOwnReconciliation(api, viewer, id)
      note({ action: 'changed', what: 'Deletes a reconciliation with its file', report: null })
      return id
    },
  },
})
