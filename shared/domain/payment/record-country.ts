import { change, type Stored } from '../aggregate.ts';
import { type Decision, unchanged } from '../decision.ts';
import { type Payment, paymentAggregate } from './record.ts';
import { withPaymentCountry } from './transitions.ts';

/**
 * Records the country of the card or bank account, if the provider reports it after the payment was settled. The first reported country
 * stays. No event, because no API object contains the country.
 */
export const recordPaymentCountry = (countryCode: string, payment: Stored<Payment> | null): Decision<null> => {
  if (payment === null || payment.record.location === undefined || payment.record.location.paymentCountryCode !== null)
    return unchanged(null);
  return { changes: [change(paymentAggregate, payment, withPaymentCountry(payment.record, countryCode))], events: [], result: null };
};
