import { leasesAfterVisits, measuresFor, visits } from '@leaselight/engine'
import { tourEngagement } from './report'

export default measuresFor(tourEngagement, (context) => {
  const tours = visits().where`uses_tour_app`
  return {
    totalVisits: visits(),
    toursVisits: tours,
    otherVisits: visits().where`NOT uses_tour_app`,
    toursVisitsWithShow: tours.where`unit_shown`,
    tourStart: tours.where`tour_started_at IS NOT NULL`,
    meetAndGreet: tours.where`met_at IS NOT NULL`,
    idScan: tours.where`id_scanned_at IS NOT NULL`,
    walkthrough: tours.where`walkthrough_at IS NOT NULL`,
    quote: tours.where`quoted_at IS NOT NULL`,
    tourFinish: tours.where`tour_finished_at IS NOT NULL`,
    toursLeases: leasesAfterVisits(context).where`uses_tour_app`,
  }
})
