import type { Payable } from './record.ts';

/** Also matches percent-encoded braces, because the path of a URL contains them in this form. */
const PLACEHOLDER = /(?:\{|%7B)CHECKOUT_SESSION_ID(?:\}|%7D)/gi;

/** Replaces `{CHECKOUT_SESSION_ID}` in a return URL with the id of the session or one-off payment. */
export const withSessionId = (url: string, id: string): string => url.replace(PLACEHOLDER, id);

/** The URLs to which the buyer of a session or one-off payment returns; `null`: an embedded payment has none. */
export const returnUrlsOf = ({ id, successUrl, cancelUrl }: Pick<Payable, 'id' | 'successUrl' | 'cancelUrl'>) => ({
  successUrl: successUrl === null ? null : withSessionId(successUrl, id),
  cancelUrl: cancelUrl === null ? null : withSessionId(cancelUrl, id),
});
