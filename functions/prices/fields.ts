import { integer } from '../../shared/api/fields.ts';
import { REFUND_WINDOW_MAX_DAYS } from '../../shared/domain/limits.ts';

/** Days a charge of this price can be refunded; 0 turns refunds off. */
export const refundWindowDays = integer(0, REFUND_WINDOW_MAX_DAYS);
