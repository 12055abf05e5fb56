import { addAddressBook } from './account/addressBookRoutes'
import { addAuditLog } from './account/audit/routes'
import { addFlags } from './account/flags/routes'
import { addAuth, browserConfig } from './account/signIn'
import { addSingleSignOn } from './account/singleSignOn/routes'
import { addWelcome } from './account/welcome'
import { addOperatorFeeds } from './feeds/operatorFeeds'
import { addFeeds } from './feeds/routes'
import { addFeedUpload } from './feeds/uploadRoute'
import { addFindings } from './findings/routes'
import { addGoals } from './goals/routes'
import { addGraphql } from './graphql/routes'
import { addAccess } from './http/access'
import { addAudit } from './http/audit'
import type { Api } from './http/context'
import { addOpenApi } from './http/openApi'
import { type App, addBodySchemas } from './http/routeSchema'
import { addWeb } from './http/web'
import { addConnectors } from './import/connectorRoutes'
import { addImportMappings } from './import/mappings'
import { addOperatorImport } from './import/operatorImport'
import { addImport } from './import/routes'
import { addLinks } from './keys/linkRoutes'
import { addKeys } from './keys/routes'
import { addMyPage } from './myPage/routes'
import { addBackup } from './operations/copy/routes'
import { addErase } from './operations/erase/routes'
import { addHealth } from './operations/health'
import { addReconcile } from './reconcile/routes'
import { addAliases } from './reports/aliasRoutes'
import { addBatches } from './reports/batches'
import { addDownloads } from './reports/downloads'
import { addGeneratePdf } from './reports/generatePdf'
import { addInsights } from './reports/insightRoutes'
import { addRecordings } from './reports/recordings'
import { addReports } from './reports/routes'
import { addSetup } from './setup/routes'
import { addDeliveries } from './sharing/deliveries/routes'
import { addMail } from './sharing/mail/routes'
import { addSavedReports } from './sharing/saved/routes'
import { addScheduledReports } from './sharing/schedules/routes'
import { addWatches } from './sharing/watches/routes'
import { addWebhooks } from './sharing/webhooks/routes'
import { addTimelineNotes } from './timelineNotes/routes'

/** Adds every route of the server. */
export async function addRoutes(app: App, api: Api, webDirectory: string): Promise<void> {
  addAccess(app, api)
  addAudit(app, api)
  addBodySchemas(app)
  addOpenApi(app)
  addHealth(app, api)
  addAuth(app, api)
  addSingleSignOn(app, api)
  addWelcome(app, api)
  addReports(app, api)
  addAliases(app, api)
  addInsights(app, api)
  addFindings(app, api)
  addGoals(app, api)
  addTimelineNotes(app, api)
  addMyPage(app, api)
  addAddressBook(app, api)
  addBatches(app, api)
  addDownloads(app, api)
  addGeneratePdf(app, api)
  addSavedReports(app, api)
  addScheduledReports(app, api)
  addWatches(app, api)
  addWebhooks(app, api)
  addKeys(app, api)
  addLinks(app, api)
  await addReconcile(app, api)
  addDeliveries(app, api)
  addMail(app, api)
  addFlags(app, api)
  addAuditLog(app, api)
  addSetup(app, api)
  addRecordings(app, api)
  addErase(app, api)
  addBackup(app, api)
  await addImport(app, api)
  await addConnectors(app, api)
  addImportMappings(app, api)
  addOperatorImport(app, api)
  addFeeds(app, api)
  await addFeedUpload(app, api)
  addOperatorFeeds(app, api)
  addGraphql(app, api)
  await addWeb(app, webDirectory, browserConfig(api))
}
