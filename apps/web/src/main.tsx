import '@leaselight/ui/styles'
import '@fontsource/poppins/latin-400.css'
import '@fontsource/poppins/latin-500.css'
import '@fontsource/poppins/latin-600.css'
import '@fontsource/figtree/latin-400.css'
import '@fontsource/figtree/latin-500.css'
import '@fontsource/figtree/latin-600.css'
import './app/app.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/App'
import { logUncaughtErrors, reloadForNewVersion } from './monitoring'
import { startSessionFromUrl } from './session/sessionFromUrl'
import { shareStyleNonce } from './styleNonce'

logUncaughtErrors()
reloadForNewVersion()
shareStyleNonce()

// Before anything is rendered or fetched: a token must not stay in the address bar or the history.
const clean = startSessionFromUrl(new URL(window.location.href), localStorage)
if (clean !== null) window.history.replaceState(null, '', clean)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(<App />)
