import type { Measure } from './measures'
import { raw, type Sql, sql } from './sql'

/** The number of a measure over the records that meet a condition. */
export function aggregateSql(set: Measure, condition: Sql): Sql {
  const { aggregate: how, kind } = set.spec
  switch (how.kind) {
    case 'records':
      return kind.times ? sql`sumIf(${raw(kind.times)}, ${condition})` : sql`countIf(${condition})`
    case 'prospects':
      if (kind.prospectNumber) return sql`groupBitmapIf(${raw(kind.prospectNumber)}, ${condition})`
      return sql`uniqExactIf(${raw(kind.prospect ?? kind.id)}, ${condition} AND ${raw(kind.prospect ?? kind.id)} != 0)`
    case 'distinct':
      return sql`uniqExactIf(${how.of}, ${condition})`
    case 'ids':
      return sql`arraySort(groupArrayIf(${raw(kind.id)}, ${condition}))`
    case 'sum':
      return sql`toFloat64(round(sumIf(${how.value}, ${condition}), ${raw(String(SUM_DIGITS))}))${how.per ? sql` / ${raw(String(how.per))}` : raw('')}`
    case 'average':
      return sql`toFloat64(sumIf(${exact(how.value)}, ${condition})) / nullIf(countIf(${condition}), 0)`
    case 'quantile':
      return sql`if(countIf(${condition}) = 0, NULL, quantileExactInclusiveIf(${raw(String(how.level))})(${how.value}, ${condition}))`
    case 'sumOnce':
      if (how.numbers.size === 0) return raw('0')
      // Ids alone are distinguished once for all sums, and much faster than pairs with their numbers. They are added up in
      // one order, because a sum of floating-point numbers depends on it.
      return sql`round(arraySum(id -> transform(id, ${[...how.numbers.keys()]}, ${[...how.numbers.values()]}, 0), arraySort(groupUniqArrayIf(${how.of}, ${condition}))), ${raw(String(VALUE_DIGITS))})`
    case 'shared':
      return sql`if(uniqExactIf(${how.value}, ${condition}) = 1, anyIf(${how.value}, ${condition}), NULL)`
  }
}

/** Digits after the point that a sum keeps: with more, thirds would not add up to whole numbers. */
const SUM_DIGITS = 16
/** Digits after the point of the values that an average adds up. Few, so that the sum is exact as a floating-point number. */
const VALUE_DIGITS = 6

/** A value as a decimal. A sum of floating-point numbers depends on their order, which the engine doesn't promise. */
const exact = (value: Sql): Sql => sql`toDecimal128(${value}, ${raw(String(VALUE_DIGITS))})`
