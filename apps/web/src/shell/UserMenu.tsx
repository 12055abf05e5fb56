import { isAdmin } from '@leaselight/model'
import { ActionIcon, type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import {
  IconChevronRight,
  IconDeviceDesktop,
  IconExternalLink,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
} from '@tabler/icons-react'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { log } from '../monitoring'
import { signOut } from '../session/signOut'
import { displayName, initials } from '../state/person'
import classes from './shell.module.css'

const schemes: { value: MantineColorScheme; label: string; Icon: typeof IconSun }[] = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'Match system', Icon: IconDeviceDesktop },
]

/** The signed-in user, the theme, and signing out. */
export function UserMenu({ compact = false }: { compact?: boolean }) {
  const { user, profile } = useGlobal()
  const { config, client } = useServices()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = displayName(user, profile)
  const email = user.email ?? profile.email

  const open = (address: (token: string) => string) => {
    client.accessToken().then(
      (token) => token && window.open(address(token), '_blank', 'noopener'),
      (error: unknown) => log('No token for the other application.', error),
    )
  }

  return (
    // Without the placeholder the first entry would get the focus at once; a menu may only contain entries.
    <Menu position={compact ? 'bottom-end' : 'right-end'} width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        {compact ? (
          <ActionIcon variant="light" size={32} radius={16} aria-label={`Account of ${name}`}>
            <span aria-hidden>{initials(name)}</span>
          </ActionIcon>
        ) : (
          <UnstyledButton className={`${classes.user} ll-focus`} aria-label={`Account of ${name}`}>
            <span className={classes.initials} aria-hidden>
              {initials(name)}
            </span>
            <span className={classes.userName}>{name}</span>
            <IconChevronRight size={14} aria-hidden />
          </UnstyledButton>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{name}</strong>
          {email && <span>{email}</span>}
        </div>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(schemeOf(value))}>
          {schemes.map(({ value, label, Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} stroke={1.5} aria-hidden />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconExternalLink size={16} stroke={1.5} aria-hidden />}
          onClick={() => open((token) => withQuery(`${config.crmWebUrl}/autologin`, 'token', token))}
        >
          Open the CRM
        </Menu.Item>
        {isAdmin(user.role) && (
          <Menu.Item
            leftSection={<IconSettings size={16} stroke={1.5} aria-hidden />}
            onClick={() => open((token) => withQuery(config.adminUrl, 'accessToken', token))}
          >
            Administration
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.5} aria-hidden />}
          onClick={() => signOut(config.logoutUrl)}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const schemeOf = (value: string): MantineColorScheme =>
  schemes.find((scheme) => scheme.value === value)?.value ?? 'auto'

function withQuery(address: string, name: string, value: string): string {
  const url = new URL(address)
  url.searchParams.set(name, value)
  return url.toString()
}
