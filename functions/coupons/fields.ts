import * as v from 'valibot';
import { integer, reference, text } from '../../shared/api/schemas/fields.ts';
import { percentAsBasisPoints } from '../../shared/domain/amounts/discounts.ts';
import { MAX_AMOUNT_CENTS } from '../../shared/domain/amounts/money.ts';

/** Body fields of coupon creation and update, with the limits of the specification [LIM-16..20]. */

/** End of the year 9999, in Unix seconds. */
const MAX_TIMESTAMP = 253_402_300_799;

/** A code that buyers can enter. White space around the code is refused, because forms remove it from what buyers enter. */
export const code = v.pipe(
  text(1, 64),
  v.check((value) => value === value.trim(), 'must not begin or end with white space.'),
  v.check((value) => !/\p{C}/u.test(value), 'must not contain control characters or invisible characters.'),
);
export const percentOff = v.pipe(
  v.number(),
  v.gtValue(0, 'must be above 0.'),
  v.maxValue(100, 'must be at most 100.'),
  v.check((percent) => percentAsBasisPoints(percent) !== null, 'must be above 0 and at most 100, with at most two decimals.'),
);
export const amountOffCents = integer(1, MAX_AMOUNT_CENTS);
export const durationInMonths = integer(1, 120);
export const maxRedemptions = integer(1, 1_000_000_000);
export const minAmountCents = integer(0, MAX_AMOUNT_CENTS);
export const appliesToPriceIds = v.pipe(
  v.array(reference),
  v.minLength(1, 'must have an entry.'),
  v.maxLength(100, 'must have at most 100 entries.'),
);
/** Unix seconds. */
export const redeemBy = integer(0, MAX_TIMESTAMP);
