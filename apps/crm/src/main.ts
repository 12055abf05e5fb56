import { startCrm } from './server'
import { type CrmSettings, parseSettings } from './settings'

const print = (sentence: string) => process.stdout.write(`${sentence}\n`)
const printError = (sentence: string) => process.stderr.write(`${sentence}\n`)

function settingsOrExit(): CrmSettings {
  try {
    return parseSettings(process.env)
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

const settings = settingsOrExit()

try {
  const crm = await startCrm(settings, {
    onPasswordForgotten: (username, address) => print(`${username} may set a new password at ${address}`),
    onError: (error) => printError(error.stack ?? error.message),
  })
  print(`CRM stand-in: ${crm.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void crm.close().then(() => process.exit(0)))
  }
} catch (error) {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  printError(
    inUse ? `Port ${settings.port} is taken. Set CRM_PORT to another one.` : `The CRM could not start: ${error}`,
  )
  process.exit(1)
}
