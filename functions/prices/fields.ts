import { integer } from '../../shared/api/schemas/fields.ts';
import { REFUND_WINDOW_MAX_DAYS } from '../../shared/domain/limits.ts';

/** Number of days in which a payment for this price can be refunded; 0: no refunds. */
export const refundWindowDays = integer(0, REFUND_WINDOW_MAX_DAYS);
