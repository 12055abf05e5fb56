import type { Settings } from '../settings/settings'

/** Where this machine reaches a server that listens on a port. */
export const localAddress = ({ host }: Settings, port: number): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`

/** Where a server with a port of its own will be reached. */
export const publicAddress = (settings: Settings): string => settings.publicUrl ?? localAddress(settings, settings.port)
