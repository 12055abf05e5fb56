import { randomUUID } from 'node:crypto'
import { assignFacts, claimFacts, type Facts, type FactsClaim, readClaims } from '@leaselight/facts'
import { adoptState, holdsSavedWork, readInstallationId, resumeSeals, type State } from '@leaselight/state'
import { CliError } from '../../console/console'

/** Both stores of an installation. */
export interface StorePair {
  facts: Facts
  state: State
}

/** The two stores belong to different installations. The message is for operators and says what to do. */
export class ForeignStore extends CliError {
  override name = 'ForeignStore'
}

const WAY_OUT =
  'Check DATA_DIR, CLICKHOUSE_URL, CLICKHOUSE_DATABASE and DATABASE_URL. If a move or a restore was interrupted, run it again. ' +
  'If a store was lost, restore the latest backup. If the two do belong together, say so: npm run check -- --accept'

/**
 * Makes sure that both stores belong to one installation, before anything works on them. New stores, and those of versions
 * that stored no id, agree on one. Throws ForeignStore. Safe on several instances that start together, and after a crash.
 */
export async function agreeOnInstallation({ facts, state }: StorePair, now: Date): Promise<void> {
  const { claims, owner, problem } = await readPair({ facts, state })
  if (problem !== undefined) throw new ForeignStore(problem)
  if (owner !== undefined && agreedOf(claims).includes(owner)) return
  if (owner === undefined && (await holdsSavedWork(state)) && !(await hasCompanies(facts)))
    throw new ForeignStore(`The state store holds saved work, and the facts hold no company. ${WAY_OUT}`)
  const announced = claims[0]?.id ?? randomUUID()
  // The facts first: a crash after this leaves an announcement, which the next start completes.
  if (claims.length === 0 && owner === undefined) await claimFacts(facts, announced, 'announced', now)
  const agreed = owner ?? (await adoptState(state, announced, now))
  if (agreed !== announced && !claims.some(({ id }) => id === agreed)) {
    // Another instance came first. It is one of ours if it announced itself in the same facts.
    const again = problemOf(await readClaims(facts), agreed)
    if (again !== undefined) throw new ForeignStore(again)
  }
  await claimFacts(facts, agreed, 'agreed', now)
}

/**
 * As `agreeOnInstallation`, for a process that opens the stores for use. No other process uses embedded ones, so none
 * still pauses their seals. What the engine still removes for an erasure that was cut off is left out until it is done.
 */
export async function joinInstallation(stores: StorePair, now: Date): Promise<void> {
  await agreeOnInstallation(stores, now)
  if (stores.facts.embedded && stores.state.embedded) await resumeSeals(stores.state, now)
}

/** Why the stores can't be one installation's, or undefined. */
export async function pairProblem(stores: StorePair): Promise<string | undefined> {
  return (await readPair(stores)).problem
}

/** Declares that both stores belong together, whatever they say. */
export async function acceptPair({ facts, state }: StorePair, now: Date): Promise<void> {
  const id = (await readInstallationId(state)) ?? (await adoptState(state, randomUUID(), now))
  await assignFacts(facts, id, now)
}

/**
 * What both stores say, and why they can't be one installation's. An instance that starts beside this one claims the facts
 * before it takes the state, and may do both between two readings: then its claim is found by another look at the facts.
 */
async function readPair({ facts, state }: StorePair) {
  const [before, owner] = [await readClaims(facts), await readInstallationId(state)]
  const claims = problemOf(before, owner) === undefined ? before : await readClaims(facts)
  return { claims, owner, problem: problemOf(claims, owner) }
}

function problemOf(claims: readonly FactsClaim[], owner: string | undefined): string | undefined {
  const agreed = agreedOf(claims)
  if (owner === undefined && agreed.length === 0) return undefined
  if (owner !== undefined && (agreed.length > 0 ? agreed : claims.map(({ id }) => id)).includes(owner)) return undefined
  const [facts] = agreed
  const factsAre = facts === undefined ? 'are new' : `belong to the installation ${short(facts)}`
  const stateIs = owner === undefined ? 'is new' : `belongs to the installation ${short(owner)}`
  return `The facts ${factsAre}, and the state store ${stateIs}. ${WAY_OUT}`
}

const agreedOf = (claims: readonly FactsClaim[]): string[] =>
  claims.filter(({ state }) => state === 'agreed').map(({ id }) => id)

const short = (id: string): string => id.slice(0, 8)

async function hasCompanies(facts: Facts): Promise<boolean> {
  const [found] = await facts.query<{ companies: number }>('SELECT count() AS companies FROM companies')
  return (found?.companies ?? 0) > 0
}
