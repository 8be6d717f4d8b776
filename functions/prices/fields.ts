import { integer } from '../../shared/api/fields.ts';

/** Days a charge of this price can be refunded; 0 turns refunds off. */
export const refundWindowDays = integer(0, 365);
