import type { EntityName } from '@leaselight/contract'
import { entityOf } from '@leaselight/contract'
import type { RejectionInput } from '../check/problem'
import type { Row } from '../check/validator'
import type { Registry } from './registry'

/** What an owner check answers: nothing when the record has its owner, else the field at fault and a sentence. */
export type OwnerProblem = Pick<RejectionInput, 'field' | 'reason'>

const noProperty = (id: number): OwnerProblem => ({ field: 'property_id', reason: `There is no property ${id}.` })
const noCompany = (id: number, field = 'company_id'): OwnerProblem => ({ field, reason: `There is no company ${id}.` })

/**
 * Finds the company of a record. `reach` is the only company an import may touch; what belongs to others is refused as
 * if it did not exist, so that nothing can be learned about them.
 */
export function resolveOwner(
  name: EntityName,
  row: Row,
  registry: Registry,
  onlyCompanyId?: number,
): OwnerProblem | undefined {
  const { owner } = entityOf(name)
  if (owner === 'self') {
    if (onlyCompanyId && row.companyId !== onlyCompanyId) return noCompany(row.companyId, 'id')
    return registry.erasedCompanies.has(row.companyId) ? companyErased(row.companyId) : undefined
  }
  if (row.propertyId) return resolveProperty(row, registry, onlyCompanyId)
  const isKnown = registry.companies.has(row.companyId) && (!onlyCompanyId || row.companyId === onlyCompanyId)
  if (!isKnown) return noCompany(row.companyId)
  return name === 'properties' ? checkMove(row, registry) : undefined
}

function resolveProperty(row: Row, registry: Registry, onlyCompanyId?: number): OwnerProblem | undefined {
  const property = registry.properties.get(row.propertyId)
  if (!property?.zone || (onlyCompanyId && property.companyId !== onlyCompanyId)) return noProperty(row.propertyId)
  // Agents name both: they must agree.
  if (row.companyId && row.companyId !== property.companyId) {
    return { field: 'property_id', reason: `There is no property ${row.propertyId} in company ${row.companyId}.` }
  }
  row.companyId = property.companyId
  return undefined
}

function checkMove(row: Row, registry: Registry): OwnerProblem | undefined {
  const before = registry.properties.get(Number(row.id))
  if (!before || before.companyId === row.companyId) return undefined
  return ownedElsewhere('id', row.id)
}

const companyErased = (id: number): OwnerProblem => ({
  field: 'id',
  reason: `Company ${id} was erased and is not taken in again.`,
})

/** The refusal of an id that another company holds already. */
export function ownedElsewhere(field: string, id: number | string): OwnerProblem {
  return { field, reason: `${field} ${id} belongs to another company already.` }
}
