import { accessKeyKinds } from '@leaselight/state'
import { parseBody } from '../http/params'
import { apiKeyBody, listKeys, makeApiKey, revokeKey } from '../keys/service'
import type { Fields } from './context'
import {
  GraphQLBoolean,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from './library'
import { nonNull, nonNullList } from './scalars'

const Param = new GraphQLObjectType({
  name: 'Param',
  description: 'A parameter of a report, as in REST’s query.',
  fields: {
    name: { type: nonNull(GraphQLString), description: 'The parameter’s name, in snake_case.' },
    value: { type: nonNull(GraphQLString), description: 'The parameter’s value as text.' },
  },
})

interface KeyReport {
  params: Readonly<Record<string, string>>
}

const AccessKeyReport = new GraphQLObjectType<KeyReport>({
  name: 'AccessKeyReport',
  description: 'The report that a link opens.',
  fields: {
    key: { type: nonNull(GraphQLString), description: 'The report’s key.' },
    title: { type: nonNull(GraphQLString), description: 'The report’s title.' },
    params: {
      type: nonNullList(Param),
      description: 'Its parameters.',
      resolve: ({ params }) => Object.entries(params).map(([name, value]) => ({ name, value })),
    },
    address: { type: nonNull(GraphQLString), description: 'Where it opens in the product.' },
    inWords: { type: nonNullList(GraphQLString), description: 'Its filters as sentences.' },
    passedOver: { type: nonNullList(GraphQLString), description: 'Choices that the report no longer has.' },
    available: { type: nonNull(GraphQLBoolean), description: 'Whether this user has access to the report.' },
  },
})

interface Instants {
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
}

const fields = {
  id: { type: nonNull(GraphQLString), description: 'Its id.' },
  kind: { type: nonNull(GraphQLString), description: `One of ${accessKeyKinds.join(', ')}.` },
  name: { type: nonNull(GraphQLString), description: 'The name that its owner gave it.' },
  ending: { type: nonNull(GraphQLString), description: 'The last characters of the secret, to tell keys apart.' },
  mayImport: { type: nonNull(GraphQLBoolean), description: 'Whether it may import.' },
  masked: { type: nonNull(GraphQLBoolean), description: 'Whether it shows sample names.' },
  report: { type: AccessKeyReport, description: 'The report of a link; null of an API key.' },
  expired: { type: nonNull(GraphQLBoolean), description: 'Whether it has stopped working.' },
  createdAt: {
    type: nonNull(GraphQLString),
    description: 'When it was made.',
    resolve: ({ createdAt }: Instants) => createdAt.toISOString(),
  },
  expiresAt: {
    type: nonNull(GraphQLString),
    description: 'When it stops working.',
    resolve: ({ expiresAt }: Instants) => expiresAt.toISOString(),
  },
  lastUsedAt: {
    type: GraphQLString,
    description: 'When it was used last; null before its first use.',
    resolve: ({ lastUsedAt }: Instants) => lastUsedAt?.toISOString() ?? null,
  },
}

const AccessKey = new GraphQLObjectType<Instants>({
  name: 'AccessKey',
  description: 'An API key, or a link to a report, as its owner reads it.',
  fields,
})

const NewApiKey = new GraphQLObjectType<Instants>({
  name: 'NewApiKey',
  description: 'A new API key with its secret.',
  fields: { ...fields, secret: { type: nonNull(GraphQLString), description: 'The key itself; shown this once.' } },
})

const CreateApiKeyInput = new GraphQLInputObjectType({
  name: 'CreateApiKeyInput',
  description: 'A personal API key to make.',
  fields: {
    name: { type: nonNull(GraphQLString), description: 'A name by which its owner knows it.' },
    expiresInDays: { type: nonNull(GraphQLInt), description: 'After how many days it stops working.' },
    mayImport: { type: GraphQLBoolean, description: 'Whether it may import, too; for administrators.' },
  },
})

interface KeyInput {
  name: string
  expiresInDays: number
  mayImport?: boolean | null
}

/** The query for the user’s own API keys and links. */
export const keyQueries = (): Fields => ({
  accessKeys: {
    type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(AccessKey))),
    description: 'The user’s API keys and links, newest first.',
    resolve: async (_root, _args, { api, viewer }) => listKeys(api, viewer),
  },
})

/** The mutations that make and revoke API keys. */
export const keyMutations = (): Fields => ({
  createApiKey: {
    type: nonNull(NewApiKey),
    description: 'Makes a personal API key. Its secret is shown once.',
    args: { input: { type: nonNull(CreateApiKeyInput), description: 'The key.' } },
    resolve: async (_root, { input }: { input: KeyInput }, { api, viewer, note, answersSecret }) => {
      const { name, expiresInDays, mayImport } = input
      const wanted = { name, expires_in_days: expiresInDays, may_import: mayImport ?? undefined }
      const made = await makeApiKey(api, viewer, parseBody(apiKeyBody, wanted))
      answersSecret()
      note({ action: 'access', what: 'Makes an API key, which is shown once', report: null })
      return made
    },
  },
  revokeAccessKey: {
    type: nonNull(GraphQLString),
    description: 'Revokes an API key or a link, and returns its id.',
    args: { id: { type: nonNull(GraphQLString), description: 'The id of the key or the link.' } },
    resolve: async (_root, { id }: { id: string }, { api, viewer, note }) => {
      const revoked = await revokeKey(api, viewer, id)
      note({ action: 'access', what: 'Revokes an API key or a link', report: null })
      return revoked.id
    },
  },
})
