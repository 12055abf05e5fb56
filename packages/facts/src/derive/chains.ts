/**
 * Every lease of a company, as a subquery, with the first lease of its chain (`root`). A renewal continues the lease that
 * it names, so leases form chains; a renewal whose previous lease isn't in the data begins one.
 */
export function chainedLeases(companyId: number): string {
  const company = Math.trunc(companyId)
  return `(SELECT leases.*, chains.root AS root FROM (SELECT * FROM leases FINAL WHERE company_id = ${company}) AS leases
    INNER JOIN (
      WITH RECURSIVE
        link AS (SELECT id, if(kind = 'renewal', previous_lease_id, 0) AS previous FROM leases FINAL WHERE company_id = ${company}),
        chain AS (
          SELECT id, id AS root FROM link WHERE previous = 0 OR previous NOT IN (SELECT id FROM link)
          UNION ALL
          SELECT link.id, chain.root FROM link INNER JOIN chain ON link.previous = chain.id
        )
      SELECT id, root FROM chain
    ) AS chains ON chains.id = leases.id)`
}
