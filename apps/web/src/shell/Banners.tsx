import { Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useGlobal } from '../app/Global'
import { SAMPLE_NOTICE } from './sampleUsers'
import classes from './shell.module.css'
import { useUnknownParts } from './UnknownAccess'

/** The company's notices, and what start-up could not load, above every page. */
export function Banners() {
  const { company } = useGlobal()
  const banners = company?.banners.filter(({ type }) => type !== SAMPLE_NOTICE) ?? []
  const unknown = useUnknownParts()
  if (banners.length === 0 && !unknown) return null
  return (
    <section aria-label="Announcements" className={classes.banners} data-no-print>
      {banners.map((banner) => (
        <p key={`${banner.type}:${banner.message}`} className={classes.banner} data-type={banner.type}>
          {banner.type === 'warning' || banner.type === 'error' ? (
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          )}
          {banner.message}
        </p>
      ))}
      {unknown && (
        <p className={classes.banner} data-type="warning" role="alert">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          {unknown.text} Reports or choices may be missing.
          <Button size="compact-xs" variant="default" loading={unknown.busy} onClick={unknown.retry}>
            Try again
          </Button>
        </p>
      )}
    </section>
  )
}
