import { attributeId, type CompanyContext, type Property } from '@leaselight/engine'
import type { GatedLists } from '@leaselight/model'
import type { Fields, GraphContext } from './context'
import { GraphQLBoolean, GraphQLInt, GraphQLList, GraphQLObjectType, GraphQLString } from './library'
import { Long, nonNull, nonNullList } from './scalars'

const Agent = new GraphQLObjectType({
  name: 'Agent',
  description: 'A leasing agent.',
  fields: {
    id: { type: nonNull(Long), description: 'The agent’s id, the same as in the reports’ agent rows.' },
    agentId: { type: nonNull(Long), description: 'The same as `id`.' },
    companyId: { type: nonNull(Long), description: 'The id of the agent’s company.' },
    propertyId: { type: nonNull(Long), description: 'The id of the first visible property the agent works at.' },
    propertyIds: {
      type: nonNullList(Long),
      description: 'The ids of all visible properties the agent works at, the first one first.',
    },
    name: { type: nonNull(GraphQLString), description: 'The agent’s full name.' },
    isDeleted: {
      type: nonNull(GraphQLBoolean),
      description: 'Whether the agent has left; earlier facts keep the name.',
    },
  },
})

const FeatureFlag = new GraphQLObjectType({
  name: 'FeatureFlag',
  description: 'A feature that a company has or lacks.',
  fields: {
    key: { type: nonNull(GraphQLString), description: 'The flag’s name, in snake_case.' },
    value: { type: nonNull(GraphQLBoolean), description: 'Whether the feature is on.' },
  },
})

const Banner = new GraphQLObjectType({
  name: 'Banner',
  description: 'A notice above every page, shown today.',
  fields: {
    type: { type: nonNull(GraphQLString), description: 'The kind of notice, which decides its color.' },
    message: { type: nonNull(GraphQLString), description: 'The text of the notice.' },
  },
})

const Company = new GraphQLObjectType({
  name: 'Company',
  description: 'The company of the person who is signed in.',
  fields: {
    id: { type: nonNull(Long), description: 'The company’s id.' },
    name: { type: nonNull(GraphQLString), description: 'The company’s name.' },
    isDeleted: { type: nonNull(GraphQLBoolean), description: 'Whether the company has left the product.' },
    lmaAccess: { type: nonNull(GraphQLBoolean), description: 'Whether the company has access to LMA.' },
    timeZone: { type: nonNull(GraphQLString), description: 'The IANA time zone that decides what day is today.' },
    today: { type: nonNull(GraphQLString), description: 'The date in the company’s time zone, YYYY-MM-DD.' },
    featureFlags: { type: nonNullList(FeatureFlag), description: 'Every feature flag with its value.' },
    banners: { type: nonNullList(Banner), description: 'The notices to show today.' },
  },
})

const KeyValue = new GraphQLObjectType({
  name: 'KeyValue',
  description: 'An attribute of a marketing source.',
  fields: {
    key: { type: nonNull(GraphQLString), description: 'The attribute’s name, like Type.' },
    value: { type: nonNull(GraphQLString), description: 'The attribute’s value, like ILS.' },
  },
})

const PropertyAttribute = new GraphQLObjectType({
  name: 'PropertyAttribute',
  description: 'An attribute of a property.',
  fields: {
    id: { type: nonNull(Long), description: 'The id that the filter `propertyAttributeIds` takes.' },
    key: { type: nonNull(GraphQLString), description: 'The attribute’s name, like Region.' },
    value: { type: nonNull(GraphQLString), description: 'The attribute’s value, like West.' },
  },
})

const PropertyType = new GraphQLObjectType<Property>({
  name: 'Property',
  description: 'A property that the person who is signed in may see.',
  fields: {
    id: { type: nonNull(Long), description: 'The property’s id.' },
    name: { type: nonNull(GraphQLString), description: 'The property’s name.' },
    address: { type: nonNull(GraphQLString), description: 'The property’s address in one line; empty if not known.' },
    owningManagerId: { type: Long, description: 'The id of the manager who owns the property, if known.' },
    leasingTeamId: { type: Long, description: 'The id of the property’s leasing team, if it has one.' },
    timeZone: { type: nonNull(GraphQLString), description: 'The property’s IANA time zone.' },
    isYardiCustomer: { type: nonNull(GraphQLBoolean), description: 'Whether the property uses Yardi.' },
    attributes: {
      type: nonNullList(PropertyAttribute),
      description: 'The company’s own attributes of the property.',
      resolve: ({ attributes }) =>
        keyValues(attributes).map((item) => ({ id: attributeId(item.key, item.value), ...item })),
    },
  },
})

const keyValues = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value }))

const gatedListDescriptions: Readonly<Record<keyof GatedLists<unknown>, string>> = {
  properties: 'Properties that use more than call intelligence.',
  toursGatedProperties: 'Properties with tours.',
  callIntelGatedProperties: 'Properties with call intelligence.',
  callTranscriptGatedProperties: 'Properties with call transcripts.',
  aiGatedProperties: 'Properties with the AI assistant.',
  aiEmailGatedProperties: 'Properties whose AI assistant answers email.',
  aiChatGatedProperties: 'Properties whose AI assistant answers chats.',
  aiSmsGatedProperties: 'Properties whose AI assistant answers text messages.',
  callIntelStandaloneProperties: 'Properties that use call intelligence alone.',
}

const GatedProperties = new GraphQLObjectType({
  name: 'GatedProperties',
  description: 'The visible properties by product; a report is available when its list is not empty.',
  fields: Object.fromEntries(
    Object.entries(gatedListDescriptions).map(([name, description]) => [
      name,
      { type: nonNullList(PropertyType), description: `${description.slice(0, -1)}, by name.` },
    ]),
  ),
})

const UserData = new GraphQLObjectType({
  name: 'UserData',
  description: 'The person who is signed in.',
  fields: {
    userId: { type: nonNull(Long), description: 'The person’s id.' },
    username: { type: GraphQLString, description: 'The name the person signs in with, if there is a user record.' },
    email: { type: GraphQLString, description: 'The person’s email address, if there is a user record.' },
    fullname: { type: GraphQLString, description: 'First and last name, if there is a user record.' },
    role: { type: nonNull(GraphQLString), description: 'The person’s role, like manager or agent.' },
    groupIds: { type: nonNullList(Long), description: 'The ids of the groups the person belongs to.' },
    companyId: { type: nonNull(Long), description: 'The id of the person’s company.' },
    propertyIds: { type: nonNullList(Long), description: 'The ids of the properties the person may see.' },
  },
})

const MarketingSource = new GraphQLObjectType({
  name: 'MarketingSource',
  description: 'A marketing source that prospects come from.',
  fields: {
    id: { type: nonNull(Long), description: 'The source’s id.' },
    source: { type: nonNull(GraphQLString), description: 'The source’s name, as reports and filters use it.' },
    parent: { type: GraphQLString, description: 'The name of the source it belongs to, if any.' },
    isPaid: { type: nonNull(GraphQLBoolean), description: 'Whether the source costs money.' },
    attributes: { type: nonNullList(KeyValue), description: 'The company’s own attributes of the source.' },
  },
})

const CustomAttribute = new GraphQLObjectType({
  name: 'CustomAttribute',
  description: 'A property attribute with every value it has.',
  fields: {
    attributeKey: { type: nonNull(GraphQLString), description: 'The attribute’s name, like Region.' },
    attributeValueList: {
      type: nonNullList(GraphQLString),
      description: 'Every value the attribute has at a visible property.',
    },
  },
})

/** Queries about the company, its people and its properties, which the product reads at start. */
export const directoryQueries: Fields = {
  allAgents: {
    type: nonNullList(Agent),
    description: 'The agents of the visible properties, by name.',
    resolve: async (_root, _args, { directory }) => {
      const { agents, properties } = await directory()
      const visible = new Set(properties.map((property) => property.id))
      return agents.flatMap(({ isInactive, ...agent }) => {
        const propertyIds = agent.propertyIds.filter((id) => visible.has(id))
        const [propertyId] = propertyIds
        return propertyId === undefined
          ? []
          : [{ ...agent, propertyId, propertyIds, agentId: agent.id, isDeleted: isInactive }]
      })
    },
  },
  company: {
    type: nonNull(Company),
    description: 'The company of the person who is signed in.',
    resolve: async (_root, _args, { directory }) => companyOf(await directory()),
  },
  allProperties: {
    type: nonNullList(PropertyType),
    description: 'Every visible property, by name.',
    resolve: async (_root, _args, { directory }) => (await directory()).properties,
  },
  getGatedProperties: {
    type: nonNull(GatedProperties),
    description: 'The visible properties by product.',
    resolve: async (_root, _args, { directory }) => (await directory()).lists,
  },
  getToursGatedProperties: {
    type: nonNullList(PropertyType),
    description: 'The visible properties with tours, by name.',
    resolve: async (_root, _args, { directory }) => (await directory()).lists.toursGatedProperties,
  },
  userData: {
    type: nonNull(UserData),
    description: 'The person who is signed in.',
    resolve: async (_root, _args, context) => userOf(await context.directory(), context),
  },
  marketingSources: {
    type: nonNullList(MarketingSource),
    description: 'Marketing sources by name.',
    args: {
      propertyIds: {
        type: new GraphQLList(GraphQLInt),
        description:
          'Only sources that brought a prospect or cost money at these properties; left out or -1: every source.',
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
    description: 'The attributes of the visible properties, with all their values.',
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
  propertyIds: readonly (number | null)[],
): Promise<Set<string> | null> {
  if (propertyIds.length === 0 || propertyIds.includes(-1)) return null
  // Only visible properties: the viewer must not learn which sources other properties pay for.
  const ids = properties.map((property) => property.id).filter((id) => propertyIds.includes(id))
  const used = await api.facts.query<{ name: string }>(
    `SELECT DISTINCT trimBoth(source) AS name FROM (
       SELECT source FROM prospects WHERE company_id = {company:UInt64} AND property_id IN {ids:Array(UInt64)}
       UNION ALL SELECT source FROM ad_spend WHERE company_id = {company:UInt64} AND property_id IN {ids:Array(UInt64)})`,
    { company: company.id, ids },
    { signal },
  )
  return new Set(used.map((row) => row.name))
}
