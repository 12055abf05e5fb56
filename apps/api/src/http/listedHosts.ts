/** Whether an address is at a listed host. A host without a port means the default port only; `*.` every name below. */
export function isListedHost(url: URL, listed: string): boolean {
  const [, name = '', port = ''] = /^(.*?)(?::(\d+))?$/.exec(listed) ?? []
  if (url.port !== port) return false
  return name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name
}
