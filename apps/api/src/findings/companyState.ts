import { NotFound } from '@leaselight/engine'
import type { Viewer } from '@leaselight/model'
import type { Api } from '../http/context'

/**
 * What a company's numbers follow from: the version of its facts and its date, which every reader shares. Answered through
 * the first of the readers who is still there; null when the company, or every one of them, is gone.
 */
export async function companyState({ engine }: Pick<Api, 'engine'>, readers: Iterable<Viewer>): Promise<string | null> {
  for (const reader of readers) {
    try {
      const { version, today } = await engine.companyContext(reader)
      return `${version} ${today}`
    } catch (error) {
      if (!(error instanceof NotFound)) throw error
    }
  }
  return null
}
