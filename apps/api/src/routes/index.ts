import type { FastifyInstance } from 'fastify'
import type { Api } from '../context'
import { addDeliveries } from '../deliveries/routes'
import { addMail } from '../mail/routes'
import { openApiDocument } from '../openapi'
import { addSavedReports } from '../saved/routes'
import { addScheduledReports } from '../schedules/routes'
import { addAddressBook } from './addressBook'
import { addAliases } from './aliases'
import { addAuth } from './auth'
import { addBackup } from './backup'
import { addBatches } from './batches'
import { addDownloads } from './downloads'
import { addErase } from './erase'
import { addFlags } from './flags'
import { addGeneratePdf } from './generatePdf'
import { addGraphql } from './graphql'
import { addHealth } from './health'
import { addImport } from './import'
import { addInsights } from './insights'
import { addConnectors } from './intake'
import { addRecordings } from './recordings'
import { addReports } from './reports'
import { addSingleSignOn } from './singleSignOn'
import { addWeb } from './web'

/** Every door of the server. */
export async function addRoutes(app: FastifyInstance, api: Api, webDirectory: string): Promise<void> {
  addHealth(app, api)
  addAuth(app, api)
  addSingleSignOn(app, api)
  addReports(app, api)
  addAliases(app, api)
  addInsights(app, api)
  addAddressBook(app, api)
  addBatches(app, api)
  addDownloads(app, api)
  addGeneratePdf(app, api)
  addSavedReports(app, api)
  addScheduledReports(app, api)
  addDeliveries(app, api)
  addMail(app, api)
  addFlags(app, api)
  addRecordings(app, api)
  addErase(app, api)
  addBackup(app, api)
  await addImport(app, api)
  await addConnectors(app, api)
  addGraphql(app, api)
  const document = openApiDocument()
  app.get('/api/openapi.json', async () => document)
  await addWeb(app, webDirectory)
}
