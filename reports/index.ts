/** The register: one line for each report, in the order of the navigation. */
// biome-ignore-all assist/source/organizeImports: the order is the navigation's

// Leads
export { activity } from './activity/report'
export { activityEvent } from './activity-event/report'
export { calls } from './calls/report'
export { lossReasons } from './loss-reasons/report'
export { responseTime } from './response-time/report'
export { callBack } from './call-back/report'
export { engagement } from './engagement/report'
export { engagementDaily } from './engagement-daily/report'
export { callIntelligence } from './call-intelligence/report'
export { callIntelligenceConversions } from './call-intelligence-conversions/report'
export { callIntelligenceIntents } from './call-intelligence-intents/report'
export { callIntelligenceAgent } from './call-intelligence-agent/report'
export { callLog } from './call-log/report'
export { callTranscripts } from './call-transcripts/report'
// Leases
export { conversions } from './conversions/report'
export { occupancy } from './occupancy/report'
export { renewals } from './renewals/report'
export { forecast } from './forecast/report'
// Marketing
export { adSpend } from './ad-spend/report'
export { craigslist } from './craigslist/report'
export { dripCampaign } from './drip-campaign/report'
export { multiTouchAttribution } from './multi-touch-attribution/report'
export { attributions } from './attributions/report'
// Visitors
export { appointments } from './appointments/report'
export { upcomingAppointments } from './upcoming-appointments/report'
export { idVerification } from './id-verification/report'
export { tourEngagement } from './tour-engagement/report'
export { tourType } from './tour-type/report'
export { demographics } from './demographics/report'
// My Knock
export { boxscore } from './boxscore/report'
export { boxscoreResident } from './boxscore-resident/report'
// AI
export { ai } from './ai/report'
export { aiLeasing } from './ai-leasing/report'
// Insights
export { snapshot } from './snapshot/report'
export { sessions } from './sessions/report'
// ai-reporting
export { aiVoice } from './ai-voice/report'
export { aiEmail } from './ai-email/report'
export { aiChat } from './ai-chat/report'
export { aiSms } from './ai-sms/report'
