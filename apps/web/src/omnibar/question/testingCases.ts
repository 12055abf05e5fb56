/** The lines of a table without its headings. */
const rowsOf = (table: string): string[][] =>
  table
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' => '))

/**
 * Questions, their chips, and where they lead. `~` is chosen by the report, `!` is left out, `@` names the report behind
 * the number. Today is March 15, 2026.
 */
export const cases = rowsOf(`
# A number, and where.
leads willow creek last month => Leads @Activity | Willow Creek | Last month => /activity?preset=last_month&property_ids=13
last month willow creek leads => Leads @Activity | Last month | Willow Creek => /activity?preset=last_month&property_ids=13
terrace sunset leads => Leads @Activity | Sunset Terrace | ~Last 7 days => /activity?preset=last_7_days&property_ids=12
leads at willow creek and bay point last month => Leads @Activity | Willow Creek | Bay Point | Last month => /activity?preset=last_month&property_ids=13,15
Leads LAST   month!!! => Leads @Activity | Last month => /activity?preset=last_month&property_ids=-1
what were our leeds at harbr pont last mnoth => Leads @Activity | Harbor Point | Last month => /activity?preset=last_month&property_ids=11
followups by property => Follow-ups @Activity | by property | ~Last 7 days => /activity?preset=last_7_days&property_ids=-1
walkins yesterday => Walk-ins @Activity | Yesterday => /activity?preset=yesterday&property_ids=-1
how many calls => Calls @Calls | ~Last 7 days | ~First Call => /calls?preset=last_7_days&property_ids=-1
answered calls at harbor point yesterday => Answered @Calls | Harbor Point | Yesterday | ~First Call => /calls?preset=yesterday&property_ids=11
unanswered calls yesterday => Missed @Calls | Yesterday | ~First Call => /calls?preset=yesterday&property_ids=-1
what is our occupancy => Occupied % @Occupancy => /occupancy?property_ids=-1
how many vacant units at sunset terrace => Vacant @Occupancy | Sunset Terrace => /occupancy?property_ids=12
renewal rate this quarter => Renewal rate @Renewals | Quarter to date => /renewals?preset=quarter_to_date&property_ids=-1
# A report without a number, and one about a single property.
call log last week => Call Log | Last week (Mon – Sun) => /call-log?preset=last_week_mon_sun&property_ids=-1
conversions by agent last quarter => Conversions | by agent | Last quarter => /conversions?preset=last_quarter&property_ids=-1&group_by=agent
closing ratio last month => Closing ratio @Boxscore | Last month | ~Harbor Point => /boxscore?view=leasing&preset=last_month&property=11
what was our closing ratio at sunset terrace => Closing ratio @Boxscore | Sunset Terrace | ~Last 7 days => /boxscore?view=leasing&preset=last_7_days&property=12
# Groupings: a filter, a switch, the rows themselves, an attribute, and rows inside rows.
leads by source last month => Leads @Insights | by source | Last month => /insights?view=snapshot&preset=last_month&property_ids=-1&group_by=source
leads per agent last month => Leads @Insights | by agent | Last month => /insights?view=snapshot&preset=last_month&property_ids=-1&group_by=agent
which property had the most leads last month => Leads @Activity | by property | Last month => /activity?preset=last_month&property_ids=-1
show me visits by month => Visits @Ad Spend | by month => /ad-spend?by=month
occupied % by bedrooms => Occupied % @Occupancy | by bedrooms => /occupancy?property_ids=-1&by=bedrooms
median by hour => Median @Response Time | by hour => /response-time?by=hour
calls by weekday last month => Calls @Calls | by day | Last month | ~First Call => /calls?preset=last_month&property_ids=-1&group_by=day
lost by region last month => Lost @Loss Reasons | by region | Last month => /loss-reasons?preset=last_month&property_ids=-1&group_by=custom-attribute&group_by_key=Region
calls by type last month => Calls @Calls | by type | Last month | ~First Call => /calls?preset=last_month&property_ids=-1&group_by=source-attribute&group_by_key=Type
# Values of every kind of filter.
how many leads from zillow last month => Leads @Insights | Zillow | Last month => /insights?view=snapshot&preset=last_month&property_ids=-1&sources=Zillow
visits from zillow and craigslist last 30 days => Visits @Insights | Zillow | Craigslist | Last 30 days => /insights?view=snapshot&preset=last_30_days&property_ids=-1&sources=Zillow,Craigslist
leads from drive by last month => Leads @Insights | Drive By | Last month => /insights?view=snapshot&preset=last_month&property_ids=-1&sources=Drive+By
linear zillow last month => Linear @Attributions | Zillow | Last month => /attributions?preset=last_month&property_ids=-1&source_names=Zillow
visits alice archer last week => Visits @Insights | Alice Archer | Last week (Mon – Sun) => /insights?view=snapshot&preset=last_week_mon_sun&property_ids=-1&agent_ids=101
leads in region west this year => Leads @Activity | Region: West | Year to date => /activity?preset=year_to_date&property_ids=-1&properties_by_attributes=Region:West
class a leads last quarter => Leads @Activity | Class: A | Last quarter => /activity?preset=last_quarter&property_ids=-1&properties_by_attributes=Class:A
leads north east today => Leads @Activity | Region: North East | Today => /activity?preset=today&property_ids=-1&properties_by_attributes=Region:North+East
calls from harbor point residents last month => Calls @Calls | Harbor Point | Resident | Last month => /calls?preset=last_month&property_ids=11&caller_type=RESIDENT
missed calls on saturdays last 30 days => Missed @Calls | Saturday | Last 30 days | ~First Call => /calls?preset=last_30_days&property_ids=-1&days=6
paid cost per lead => Cost per lead @Ad Spend | Paid => /ad-spend?source_by_view=PAID
calls not scheduled last week => Calls @Call intelligence | Not scheduled | Last week (Mon – Sun) => /call-intelligence?view=overview&preset=last_week_mon_sun&property_ids=-1&scheduled=NOT_SCHEDULED
median office hours only => Median @Response Time | Office hours only => /response-time?use_business_hours=true
voicemail in percent last month => Voicemail @Calls | Percentage | Last month | ~First Call => /calls?preset=last_month&property_ids=-1&view_as=PERCENTAGE
expected occupied % 90 days => Expected occupied % @Road to occupancy | 90 days => /forecast?property_ids=-1&horizon=90
lost by email last month => Lost @Loss Reasons | Email | Last month => /loss-reasons?preset=last_month&property_ids=-1&contacts=email
# Days ahead go to a report that has them.
appointments next week => Scheduled @Upcoming appointments | Mar 16 – 22 => /appointments?view=upcoming&future_start_date=2026-03-16&future_end_date=2026-03-22&property_ids=-1
scheduled tours tomorrow => Scheduled @Upcoming appointments | Tomorrow => /appointments?view=upcoming&future_preset=tomorrow&property_ids=-1
# Comparisons.
tours by agent last week vs last year => Visits @Insights | by agent | Last week (Mon – Sun) | vs a year before => /insights?view=snapshot&preset=last_week_mon_sun&compare_with=year_before&property_ids=-1&group_by=agent
leads compared to the previous period => Leads @Activity | vs the period before | ~Last 7 days => /activity?preset=last_7_days&property_ids=-1
leads this month yoy => Leads @Activity | Month to date | vs a year before => /activity?preset=month_to_date&compare_with=year_before&property_ids=-1
leads this month vs last month => Leads @Activity | Month to date | vs Feb 1 – 15 => /activity?preset=month_to_date&property_ids=-1
leads march vs february => Leads @Activity | Mar 1 – 15 | vs Feb 1 – 15 => /activity?start_date=2026-03-01&end_date=2026-03-15&prior_start_date=2026-02-01&prior_end_date=2026-02-15&property_ids=-1
leads 2025 compared to 2024 => Leads @Activity | Jan 1 – Dec 31, 2025 | vs Jan 1 – Dec 31, 2024 => /activity?start_date=2025-01-01&end_date=2025-12-31&compare_with=year_before&property_ids=-1
# Ambiguous: a source that is also a report, a number that is also a report, a word of two properties.
leads craigslist last month => Leads @Insights | Craigslist | Last month => /insights?view=snapshot&preset=last_month&property_ids=-1&sources=Craigslist
calls last month => Calls @Calls | Last month | ~First Call => /calls?preset=last_month&property_ids=-1
leads at willow last month => Leads @Activity | Willow Creek | Last month => /activity?preset=last_month&property_ids=13
calls at bay point last month => Calls @Activity | Bay Point | Last month => /activity?preset=last_month&property_ids=15
units last month => Units @Resident boxscore | Last month | ~Harbor Point => /boxscore?view=resident&preset=last_month&property=11
`)

/** Questions, their chips, and the sentences about what they leave out; `<>` is the button after a sentence. */
export const leftOut = rowsOf(`
leads foo bar last month => Leads @Activity | Last month => Not understood: foo bar.
foo last month => Last month => Not understood: foo.
bonjour les prospects du mois => Prospects @Activity | ~Last 7 days => Not understood: bonjour les, du mois.
leads лиды 線索 last month => Leads @Activity | Last month => Not understood: лиды 線索.
leads feb 30 => Leads @Activity | Feb 1 – 28 => Not understood: 30.
leads except harbor point last month => Leads @Activity | Last month => Not understood: except harbor point.
leads without zillow last month => Leads @Activity | Last month => Not understood: without zillow.
leads last month yesterday => Leads @Activity | Last month | !Yesterday => One period at a time: Yesterday is left out.
leads and visits last month => Leads @Activity | !Visits | Last month => One number at a time: Visits is left out.
leads by source by agent today => Leads @Insights | by source | !by agent | Today => Rows are grouped by one thing at a time: agent is left out.
net leases harbor point and bay point today => Net leases @Boxscore | Harbor Point | !Bay Point | Today => Boxscore takes one property at a time: Bay Point is left out.
leads by bedroom today => Leads @Activity | !by bedrooms | Today => Activity can’t be grouped by bedrooms. Occupancy can. <Open Occupancy>
calls paid sources today => Calls @Calls | !Paid | Today | ~First Call => Calls can’t be filtered by sources: Paid. Ad Spend can. <Open Ad Spend>
median last month => Median @Response Time | !Last month => Response time covers the last 7 days, so that a slow office is noticed while it is slow.
cost per lead vs last year => Cost per lead @Ad Spend | !vs a year before => Ad Spend has no period to compare with.
leads december 2027 => Leads @Activity | !Dec 1 – 31, 2027 | ~Last 7 days => Activity has no days ahead.
missed calls fay fox last month => Missed calls @Call back | Fay Fox | !Last month => Call back shows people from the last 30 days who still wait for an answer. <Show Missed in Calls>
leads at willow today => Leads @Activity | Willow Creek | Today => Read as Willow Creek. Also called so: Willow Park.
# An address can't say this value.
leads style mid high => Leads @Activity | !by style | ~Last 7 days => Not understood: mid high. Activity can’t be grouped by style. Loss Reasons can. <Open Loss Reasons>
`)
