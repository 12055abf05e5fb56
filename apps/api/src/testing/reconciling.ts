import { expect } from 'vitest'
import { schemaErrors } from './responseSchemas'
import { bearer, type Subject, type TestServer } from './server'
import { WEEK } from './wrongBoxscore'

// The visits of the week: Harbor Point Ann and Max; Sunset Terrace Fay, Gus and Kai, who came on Saturday at 11:40 PM there.
export const wrongVisits = `Tour date,Community,Guest name,ID
3/11/2026,Harbor Point,"Abbott, Ann",1001
3/11/2026,Harbor Point,Dora Diaz,1004
3/11/2026,Harbor Point,Eli,1005
3/12/2026,Harbor Point,Cleo Chen,
3/10/2026,Harbor Point,Fay Foster,
3/10/2026,Sunset Terrace,Gus Grant,
3/15/2026,Sunset Terrace,Kai Klein,
3/13/2026,Sunset Terrace,Nina New,
3/13/2026,Sunset Terrace,Lena Lopez,
3/13/2026,Maple Court,Olga Other,
`

/** What brings files to a test server's reconciliations. */
export function reconcileHelpers(server: () => TestServer) {
  /** Sends a file after its first line. */
  async function bring(path: string, line: object, file: string, subject: Partial<Subject> = {}, headers: object = {}) {
    const response = await server().app.inject({
      method: 'POST',
      url: `/api/reconciliations${path}`,
      headers: { ...(await bearer(subject)), 'content-type': 'application/octet-stream', ...headers },
      payload: `${JSON.stringify(line)}\n${file}`,
    })
    return { status: response.statusCode, body: response.json() }
  }

  /** Guesses the mapping of a file and compares it. */
  async function reconcile(file: string, subject: Partial<Subject> = {}, more: object = {}) {
    const { body: preview } = await bring('/preview', {}, file, subject)
    expect([preview.problem, await schemaErrors(server().app, 'ReconciliationPreview', preview)]).toEqual([null, null])
    const line = { mapping: preview.mapping, ...WEEK, file_name: 'visits.csv', ...more }
    const { status, body } = await bring('', line, file, subject)
    expect([status, body]).toEqual([200, body])
    return body
  }
  return { bring, reconcile }
}
