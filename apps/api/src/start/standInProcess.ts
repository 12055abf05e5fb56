// The stand-in's process: it ends with its parent process, even when that is killed.
process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM'))
process.stdin.resume()

await import('../../../crm/src/main')

export {}
