import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useGlobal } from '../app/Global'
import classes from './shell.module.css'

/** The company's notices, above every page. */
export function Banners() {
  const { company } = useGlobal()
  if (!company?.banners.length) return null
  return (
    <section aria-label="Announcements" className={classes.banners} data-no-print>
      {company.banners.map((banner) => (
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
