import type * as v from 'valibot';
import type { CheckoutConfirmation } from '../../../shared/api/objects/checkout-confirmation.ts';
import type { CheckoutElement } from '../../../shared/api/objects/checkout-element.ts';
import type { CheckoutPaymentMethods } from '../../../shared/api/objects/checkout-payment-methods.ts';
import { caller } from '../../../shared/pages/browser/calls.ts';

/** The calls that a client secret opens. */

export type Bootstrap = v.InferOutput<typeof CheckoutElement>;
type Wallet = v.InferOutput<typeof CheckoutPaymentMethods>;
export type Confirmation = v.InferOutput<typeof CheckoutConfirmation>;

/** What was chosen to pay by. */
interface Choice {
  readonly method: string;
  readonly country: string | null;
}

/** The frame lies at `<service>/element/frame`. */
const SERVICE = new URL('..', location.href);

/** The session or one-off payment that a client secret opens. */
export const sessionIdOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

const isOneOff = (id: string): boolean => id.startsWith('osp_');

export const callsOf = (clientSecret: string) => {
  const id = sessionIdOf(clientSecret);
  const base = isOneOff(id) ? `v1/checkout/one_shot/${id}` : `v1/checkout/sessions/${id}`;
  const { get, post } = caller(SERVICE, clientSecret);
  return {
    isOneOff: isOneOff(id),
    retrieve: (country: string | null) => get<Bootstrap>(`${base}/element${country === null ? '' : `?country=${country}`}`),
    wallet: () => get<Wallet>('v1/checkout/payment-methods'),
    applyCoupon: (code: string | null) => post<Bootstrap>(`${base}/coupon`, { code }),
    confirm: (choice: Choice) => post<Confirmation>(`${base}/confirm`, { ...choice }),
  };
};

export type Calls = ReturnType<typeof callsOf>;
