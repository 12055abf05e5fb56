import { isAdmin } from '@leaselight/model'
import { type Anchor, MenuPanel, useIsPhone } from '@leaselight/ui'
import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconExternalLink, IconLogout, IconMoon, IconSettings, IconSun } from '@tabler/icons-react'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { useOpenSibling } from '../app/useOpenSibling'
import { signOut } from '../session/signOut'
import { displayName } from '../state/person'
import classes from './shell.module.css'

const schemes: { value: MantineColorScheme; label: string; Icon: typeof IconSun }[] = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'Match system', Icon: IconDeviceDesktop },
]

/** The menu of the signed-in user: the theme, other applications, and signing out. */
export default function UserPanel({ anchor, compact }: { anchor: Anchor; compact: boolean }) {
  const { user, profile } = useGlobal()
  const { config } = useServices()
  const { openCrm, openAdministration } = useOpenSibling()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  // Right of its button a phone has no room.
  const position = useIsPhone() ? 'top-end' : compact ? 'bottom-end' : 'right-end'
  const name = displayName(user, profile)
  const email = user.email ?? profile.email

  return (
    <MenuPanel anchor={anchor} position={position} width={220}>
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
      <Menu.Item leftSection={<IconExternalLink size={16} stroke={1.5} aria-hidden />} onClick={() => openCrm()}>
        Open the CRM
      </Menu.Item>
      {isAdmin(user.role) && (
        <Menu.Item leftSection={<IconSettings size={16} stroke={1.5} aria-hidden />} onClick={openAdministration}>
          Administration
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconLogout size={16} stroke={1.5} aria-hidden />}
        onClick={() => signOut(config.logoutUrl)}
      >
        Sign out
      </Menu.Item>
    </MenuPanel>
  )
}

const schemeOf = (value: string): MantineColorScheme =>
  schemes.find((scheme) => scheme.value === value)?.value ?? 'auto'
