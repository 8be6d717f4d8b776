import type { ModelPayment } from '../domain/e-invoice/model.ts';
import { isSettled } from '../domain/e-invoice/types.ts';
import type { PaymentMethod } from '../domain/payment/methods.ts';
import type { DocumentTexts } from '../locales/documents.ts';
import type { EInvoiceSource } from './types.ts';

/**
 * Codes of payments without a card or account, by the seller's country, for countries whose rules exclude code 68 (online payment service).
 */
const OTHER_MEANS: Readonly<Record<string, ModelPayment['meansCode']>> = {
  // DK-R-005. Instrument not defined.
  DK: '1',
  // NL-R-008. Standing agreement.
  NL: '57',
};

/** In euro: SEPA credit transfer (58). Else: credit transfer (30), or not defined (1) for Danish sellers, for whom DK-R-005 excludes 30. */
const transferCode = (currency: string, sellerCountryCode: string | null): ModelPayment['meansCode'] => {
  if (currency === 'EUR') return '58';
  return sellerCountryCode === 'DK' ? '1' : '30';
};

const cardOf = (method: PaymentMethod | null): ModelPayment['card'] =>
  method === null || method.last4 === null || method.type === 'directdebit' ? null : { last4: method.last4, brand: method.brand ?? 'Card' };

/**
 * Payment means of a document: a paid document contains the card, an open invoice the seller's bank account. Mandates and
 * accounts at the payment provider are never stated, because they are not the seller's.
 */
export const modelPayment = ({ document, seller, method }: EInvoiceSource, { dueOnReceipt }: DocumentTexts): ModelPayment => {
  const settled = isSettled(document);
  const card = settled ? cardOf(method) : null;
  const none = { account: null, card: null, terms: settled ? null : dueOnReceipt };
  if (card !== null) return { ...none, meansCode: '48', card };
  const { countryCode } = document.seller;
  if (!settled && seller.iban !== null) {
    return { ...none, meansCode: transferCode(document.currency, countryCode), account: { iban: seller.iban, bic: seller.bic } };
  }
  return { ...none, meansCode: OTHER_MEANS[countryCode ?? ''] ?? '68' };
};
