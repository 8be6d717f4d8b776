import { createHash } from 'node:crypto';

/** What a buyer entered for the method in the shop's page; the provider's own page asks for what is not here. */
export interface MethodDetails {
  /** A card tokenised in the browser; used up by the payment that it makes, and never stored. */
  readonly cardToken: string | null;
  readonly issuer: string | null;
}

export const NO_DETAILS: MethodDetails = { cardToken: null, issuer: null };

/** What serves the method; a card is no use to a bank. */
export const detailsFor = ({ method, cardToken, issuer }: MethodDetails & { readonly method: string }): MethodDetails => ({
  cardToken: method === 'creditcard' ? cardToken : null,
  issuer: method === 'ideal' ? issuer : null,
});

/** Tells two choices apart without keeping what was chosen. */
export const digestOf = (...chosen: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(chosen)).digest('base64url');
