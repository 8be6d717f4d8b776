import type { Invoice } from '../../domain/invoice/record.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import { dependsOnLimit, type EvidenceState, evidencedSaleOf, judgeEvidence } from '../../domain/tax/evidence.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { isBelowEvidenceLimit } from '../../flows/accounts/eu-sales.ts';
import type { Store } from '../../store/writer/store.ts';

/** The API's `tax_evidence` of an invoice. */
interface TaxEvidenceView {
  readonly status: EvidenceState;
  readonly billing_country_code: string | null;
  readonly ip_country_code: string | null;
  readonly payment_country_code: string | null;
  readonly country_confirmed: boolean;
}

/**
 * Fetches the evidence of an invoice from its payment, and judges it. `null`: no evidence was needed or collected, or nothing was charged.
 */
export const fetchTaxEvidence = async (store: Store, tenant: Tenant, invoice: Invoice): Promise<TaxEvidenceView | null> => {
  const payment = invoice.paymentId === null ? null : await store.get(paymentAggregate, tenant, invoice.paymentId);
  const location = payment?.record.location;
  const sale = location === undefined ? null : evidencedSaleOf(invoice, location);
  if (location === undefined || sale === null) return null;
  const isBelowLimit = dependsOnLimit(sale) && (await isBelowEvidenceLimit(store, tenant, invoice));
  const { billing, ip, payment: paymentCountryCode } = sale.countryCodes;
  return {
    status: judgeEvidence(sale, isBelowLimit).state,
    billing_country_code: billing,
    ip_country_code: ip,
    payment_country_code: paymentCountryCode,
    country_confirmed: billing !== null && location.confirmedCountryCode === billing,
  };
};
