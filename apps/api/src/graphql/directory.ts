import { attributeId, type CompanyContext, type Property } from '@leaselight/engine'
import { type GatedLists, gatedLists } from '@leaselight/model'
import type { Fields, GraphContext } from './context'
import { GraphQLBoolean, GraphQLInt, GraphQLList, GraphQLObjectType, GraphQLString } from './library'
import { Long, nonNull, nonNullList } from './scalars'

const Agent = new GraphQLObjectType({
  name: 'Agent',
  description: 'A leasing agent; ids are those of the reports’ agent rows.',
  fields: {
    id: { type: nonNull(Long) },
    agentId: { type: nonNull(Long) },
    companyId: { type: nonNull(Long) },
    propertyId: { type: nonNull(Long) },
    name: { type: nonNull(GraphQLString) },
    isDeleted: { type: nonNull(GraphQLBoolean), description: 'No longer works here; earlier facts keep the name.' },
  },
})

const FeatureFlag = new GraphQLObjectType({
  name: 'FeatureFlag',
  fields: { key: { type: nonNull(GraphQLString) }, value: { type: nonNull(GraphQLBoolean) } },
})

const Banner = new GraphQLObjectType({
  name: 'Banner',
  description: 'A line above the page, shown today.',
  fields: { type: { type: nonNull(GraphQLString) }, message: { type: nonNull(GraphQLString) } },
})

const Company = new GraphQLObjectType({
  name: 'Company',
  fields: {
    id: { type: nonNull(Long) },
    name: { type: nonNull(GraphQLString) },
    isDeleted: { type: nonNull(GraphQLBoolean) },
    lmaAccess: { type: nonNull(GraphQLBoolean) },
    timeZone: { type: nonNull(GraphQLString), description: 'The zone in which "today" is reckoned.' },
    today: { type: nonNull(GraphQLString), description: 'The company’s date, YYYY-MM-DD.' },
    featureFlags: { type: nonNullList(FeatureFlag) },
    banners: { type: nonNullList(Banner) },
  },
})

const KeyValue = new GraphQLObjectType({
  name: 'KeyValue',
  fields: { key: { type: nonNull(GraphQLString) }, value: { type: nonNull(GraphQLString) } },
})

const PropertyAttribute = new GraphQLObjectType({
  name: 'PropertyAttribute',
  fields: {
    id: { type: nonNull(Long), description: 'What `propertyAttributeIds` takes.' },
    key: { type: nonNull(GraphQLString) },
    value: { type: nonNull(GraphQLString) },
  },
})

const PropertyType = new GraphQLObjectType<Property>({
  name: 'Property',
  fields: {
    id: { type: nonNull(Long) },
    name: { type: nonNull(GraphQLString) },
    owningManagerId: { type: Long },
    leasingTeamId: { type: Long },
    timeZone: { type: nonNull(GraphQLString) },
    isYardiCustomer: { type: nonNull(GraphQLBoolean) },
    attributes: {
      type: nonNullList(PropertyAttribute),
      resolve: ({ attributes }) =>
        keyValues(attributes).map((item) => ({ id: attributeId(item.key, item.value), ...item })),
    },
  },
})

const keyValues = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value }))

// The list of lists is the model's own, so a tenth would appear here by itself.
const listNames = Object.keys(gatedLists([])) as (keyof GatedLists<unknown>)[]

const GatedProperties = new GraphQLObjectType({
  name: 'GatedProperties',
  description: 'The properties behind each product; a report is there when its list is not empty.',
  fields: Object.fromEntries(listNames.map((name) => [name, { type: nonNullList(PropertyType) }])),
})

const UserData = new GraphQLObjectType({
  name: 'UserData',
  fields: {
    userId: { type: nonNull(Long) },
    username: { type: GraphQLString },
    email: { type: GraphQLString },
    fullname: { type: GraphQLString },
    role: { type: nonNull(GraphQLString) },
    groupIds: { type: nonNullList(Long) },
    companyId: { type: nonNull(Long) },
    propertyIds: { type: nonNullList(Long), description: 'The properties this person sees.' },
  },
})

const MarketingSource = new GraphQLObjectType({
  name: 'MarketingSource',
  fields: {
    id: { type: nonNull(Long) },
    source: { type: nonNull(GraphQLString) },
    parent: { type: GraphQLString, description: 'The source it belongs to, by name.' },
    isPaid: { type: nonNull(GraphQLBoolean) },
    attributes: { type: nonNullList(KeyValue) },
  },
})

const CustomAttribute = new GraphQLObjectType({
  name: 'CustomAttribute',
  fields: { attributeKey: { type: nonNull(GraphQLString) }, attributeValueList: { type: nonNullList(GraphQLString) } },
})

/** Who and where: the queries the product starts with. */
export const directoryQueries: Fields = {
  allAgents: {
    type: nonNullList(Agent),
    description: 'The agents of the properties one may see, by name.',
    resolve: async (_root, _args, { directory }) => {
      const { agents, properties } = await directory()
      const visible = new Set(properties.map((property) => property.id))
      return agents
        .filter((agent) => visible.has(agent.propertyId))
        .map(({ isInactive, ...agent }) => ({ ...agent, agentId: agent.id, isDeleted: isInactive }))
    },
  },
  company: { type: nonNull(Company), resolve: async (_root, _args, { directory }) => companyOf(await directory()) },
  allProperties: {
    type: nonNullList(PropertyType),
    description: 'Every property one may see, by name.',
    resolve: async (_root, _args, { directory }) => (await directory()).properties,
  },
  getGatedProperties: {
    type: nonNull(GatedProperties),
    resolve: async (_root, _args, { directory }) => (await directory()).lists,
  },
  getToursGatedProperties: {
    type: nonNullList(PropertyType),
    description: 'The properties with tours, by name.',
    resolve: async (_root, _args, { directory }) => (await directory()).lists.toursGatedProperties,
  },
  userData: {
    type: nonNull(UserData),
    resolve: async (_root, _args, context) => userOf(await context.directory(), context),
  },
  marketingSources: {
    type: nonNullList(MarketingSource),
    description: 'Marketing sources by name.',
    args: {
      propertyIds: {
        type: new GraphQLList(GraphQLInt),
        description: 'Only sources that brought a prospect or cost money at these properties; absent or -1: all.',
      },
    },
    resolve: async (_root, { propertyIds }: { propertyIds?: (number | null)[] | null }, context) => {
      const directory = await context.directory()
      const names = new Map(directory.sources.map((source) => [source.id, source.name]))
      const used = await sourcesUsed(context, directory, propertyIds ?? [])
      return directory.sources
        .filter((source) => !used || used.has(source.name))
        .map(({ id, name, parentId, isPaid, attributes }) => ({
          id,
          source: name,
          parent: parentId === null ? null : (names.get(parentId) ?? null),
          isPaid,
          attributes: keyValues(attributes),
        }))
    },
  },
  getCustomAttributes: {
    type: nonNullList(CustomAttribute),
    description: 'The attributes of the properties one may see, with all their values.',
    resolve: async (_root, _args, { directory }) => {
      const { attributes } = await directory()
      const keys = [...new Set(attributes.map((attribute) => attribute.key))]
      return keys.map((attributeKey) => ({
        attributeKey,
        attributeValueList: attributes.filter(({ key }) => key === attributeKey).map(({ value }) => value),
      }))
    },
  },
}

function companyOf({ company, today }: CompanyContext) {
  return {
    ...company,
    today,
    featureFlags: Object.entries(company.flags).map(([key, value]) => ({ key, value })),
    banners: company.banners.filter(
      ({ fromOn, toOn }) => (fromOn === null || fromOn <= today) && (toOn === null || today <= toOn),
    ),
  }
}

function userOf({ user, properties }: CompanyContext, { viewer }: GraphContext) {
  const fullname = user ? `${user.firstName} ${user.lastName}`.trim() : ''
  return {
    userId: viewer.userId,
    companyId: viewer.companyId,
    role: viewer.role,
    groupIds: viewer.groupIds,
    username: user?.username ?? null,
    email: user?.email ?? null,
    fullname: fullname || null,
    propertyIds: properties.map((property) => property.id),
  }
}

/** The names of the sources that appear at the properties; null when nothing narrows them. */
async function sourcesUsed(
  { api, signal }: GraphContext,
  { company, properties }: CompanyContext,
  asked: readonly (number | null)[],
): Promise<Set<string> | null> {
  if (asked.length === 0 || asked.includes(-1)) return null
  // Only properties the viewer sees: what others pay for is not theirs to learn.
  const ids = properties.map((property) => property.id).filter((id) => asked.includes(id))
  const used = await api.facts.query<{ name: string }>(
    `SELECT DISTINCT trimBoth(source) AS name FROM (
       SELECT source FROM prospects WHERE company_id = {company:UInt64} AND property_id IN {ids:Array(UInt64)}
       UNION ALL SELECT source FROM ad_spend WHERE company_id = {company:UInt64} AND property_id IN {ids:Array(UInt64)})`,
    { company: company.id, ids },
    { signal },
  )
  return new Set(used.map((row) => row.name))
}
