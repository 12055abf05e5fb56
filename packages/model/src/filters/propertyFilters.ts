import { id, ids } from './kinds/ids'
import { map } from './kinds/map'

/** Which properties a report is about: one, or the choice of several in one of four ways. */
export const propertyFilters = {
  property: id({
    label: 'Property',
    description: 'The one property the report is about.',
    scope: 'properties',
    of: 'property',
    param: 'property',
  }),
  propertyIds: ids({
    label: 'Properties',
    description: 'Only these properties. Absent or -1: all.',
    scope: 'properties',
    of: 'property',
    param: 'property_ids',
  }),
  propertiesByAttributes: map({
    label: 'Property attributes',
    description: 'Only properties whose attributes have these values, like Region:West|East.',
    scope: 'properties',
    of: 'property',
    param: 'properties_by_attributes',
    alternativeTo: 'propertyIds',
  }),
  propertyAttributeIds: ids({
    label: 'Property attributes',
    description: 'Only properties with any of these attributes, by attribute id.',
    scope: 'properties',
    of: 'attribute',
    param: 'property_attribute_ids',
    alternativeTo: 'propertyIds',
  }),
  leasingTeams: ids({
    label: 'Leasing teams',
    description: 'Only properties of these leasing teams.',
    scope: 'properties',
    of: 'team',
    param: 'leasing_teams',
    alternativeTo: 'propertyIds',
  }),
}
