import { Agent, get } from 'node:http'
import { parentPort } from 'node:worker_threads'

/** A request of the thread that measures. */
export interface ClientRequest {
  id: number
  address: string
  token: string
}

/** The answer to one. */
export interface ClientAnswer {
  id: number
  status: number
  /** Its first characters, for the message about one that failed. */
  beginning: string
  /** Why there is none. */
  failed?: string
}

const port = parentPort
if (!port) throw new Error('This runs in a thread of a measurement.')
const agent = new Agent({ keepAlive: true })

port.on('message', async (request: ClientRequest) => {
  const answer = await read(request).catch((error: unknown) => ({
    ...{ id: request.id, status: 0, beginning: '' },
    failed: String(error),
  }))
  port.postMessage(answer satisfies ClientAnswer)
})

/** Reads the whole response, as bytes. */
function read({ id, address, token }: ClientRequest): Promise<ClientAnswer> {
  return new Promise((resolve, reject) => {
    get(address, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      const { statusCode: status = 0 } = response
      beginningOf(response).then((beginning) => resolve({ id, status, beginning }), reject)
    }).on('error', reject)
  })
}

/** The first characters of a response, once all of it has come. */
async function beginningOf(response: AsyncIterable<Buffer>): Promise<string> {
  let beginning = ''
  for await (const part of response) beginning ||= part.toString('utf8', 0, 200)
  return beginning
}
