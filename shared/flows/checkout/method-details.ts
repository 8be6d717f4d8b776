import { createHash } from 'node:crypto';

/** Details of the payment method from the payment element. The provider's page asks for missing details. */
export interface MethodDetails {
  /** Single-use token of the card from the browser; never stored. */
  readonly cardToken: string | null;
  /** Id of the bank for iDEAL. */
  readonly issuer: string | null;
}

export const NO_DETAILS: MethodDetails = { cardToken: null, issuer: null };

/** Keeps only the details that apply to the method. */
export const detailsFor = ({ method, cardToken, issuer }: MethodDetails & { readonly method: string }): MethodDetails => ({
  cardToken: method === 'creditcard' ? cardToken : null,
  issuer: method === 'ideal' ? issuer : null,
});

/** Hashes the buyer's choice, to compare choices without storing them. */
export const digestOf = (...values: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url');
