// The stand-in's process: it ends with the one that started it, even when that one is killed.
process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM'))
process.stdin.resume()

await import(new URL('../../../crm/src/main.ts', import.meta.url).href)

export {}
