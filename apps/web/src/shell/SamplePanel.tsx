import { type Anchor, MenuPanel } from '@leaselight/ui'
import { Menu } from '@mantine/core'
import { IconDatabase, IconUserShare } from '@tabler/icons-react'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import type { ValidateResponse } from '../session/signIn'
import { storeTokens } from '../session/storage'
import { useAlerts } from '../state/AlertsProvider'
import { samplePassword, sampleViews } from './sampleUsers'

const SIGN_IN_FAILED = 'We couldn’t sign you in as this person. Try again.'

/** What to do with a sample: look at it as somebody else, or begin with data of your own. */
export default function SamplePanel({ anchor, notice }: { anchor: Anchor; notice: string }) {
  const { user } = useGlobal()
  const { client } = useServices()
  const { add } = useAlerts()

  const explore = async (username: string) => {
    const body = { username, password: samplePassword, type: 'manager' }
    const answer = await client.plain<ValidateResponse>('/api/auth/validate', { body, anonymous: true })
    if ('reason' in answer || !answer.token) return add({ type: 'error', message: SIGN_IN_FAILED })
    storeTokens(localStorage, { accessToken: answer.token, refreshToken: answer.refreshToken ?? null })
    // The page is loaded again: nothing of the other person may stay in memory.
    window.location.assign('/')
  }
  return (
    <MenuPanel anchor={anchor} position="bottom-start" width={270}>
      <Menu.Label>{notice}</Menu.Label>
      {Object.entries(sampleViews)
        .filter(([username]) => username !== user.username)
        .map(([username, role]) => (
          <Menu.Item
            key={username}
            leftSection={<IconUserShare size={16} stroke={1.5} aria-hidden />}
            onClick={() => explore(username).catch(() => add({ type: 'error', message: SIGN_IN_FAILED }))}
          >
            Explore as {role}
          </Menu.Item>
        ))}
      <Menu.Divider />
      <Menu.Label>
        <IconDatabase size={16} stroke={1.5} aria-hidden /> To use your own data, run <code>npm run own</code> on the
        server.
      </Menu.Label>
    </MenuPanel>
  )
}
