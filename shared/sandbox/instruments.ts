import { mandateKindOf } from '../domain/payment/methods.ts';
import type { SandboxInstrument } from './model.ts';

/** Generates test cards and accounts deterministically from an id. */

/** FNV-1a, 32 bits. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
};

const digits = (seed: string, length: number): string => String(hash(seed)).padStart(length, '0').slice(-length);

/** Generates an IBAN with valid check digits. */
const iban = (seed: string): string => {
  const account = digits(seed, 10);
  // ISO 13616: the text `INGB`, account, `NL`, `00`, with letters as numbers (A = 10, B = 11, ...), modulo 97.
  const remainder = BigInt(`18231611${account}232100`) % 97n;
  return `NL${String(98n - remainder).padStart(2, '0')}INGB${account}`;
};

const CARD_LIFE_YEARS = 3;

/** Generates the `details` of a payment or mandate. `now`: Unix seconds, determines a card's expiry. */
export const instrumentOf = (method: string, seed: string, holder: string, now: number): SandboxInstrument => {
  switch (mandateKindOf(method)) {
    case 'creditcard':
      return {
        cardHolder: holder,
        cardNumber: digits(seed, 4),
        cardLabel: 'Visa',
        cardFingerprint: `sandbox${digits(seed, 8)}`,
        cardExpiryDate: `${new Date(now * 1000).getUTCFullYear() + CARD_LIFE_YEARS}-12-31`,
      };
    case 'paypal':
      return { consumerName: holder, consumerAccount: `buyer${digits(seed, 4)}@example.com` };
    default:
      return { consumerName: holder, consumerAccount: iban(seed), consumerBic: 'INGBNL2A' };
  }
};

/** Generates the bank details of a bank transfer. */
export const transferOf = (paymentId: string) => ({
  bankName: 'Sandbox Bank',
  bankAccount: iban(`transfer-${paymentId}`),
  bankBic: 'INGBNL2A',
  transferReference: `SANDBOX-${digits(paymentId, 8)}`,
});
