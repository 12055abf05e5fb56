import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useGlobal } from '../app/Global'
import { SAMPLE_NOTICE } from './sampleUsers'
import classes from './shell.module.css'

/** The company's notices, above every page. */
export function Banners() {
  const { company } = useGlobal()
  const banners = company?.banners.filter(({ type }) => type !== SAMPLE_NOTICE) ?? []
  if (banners.length === 0) return null
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
    </section>
  )
}
