import type * as v from 'valibot';
import type { CheckoutConfirmation } from '../../../shared/api/objects/checkout/checkout-confirmation.ts';
import type { CheckoutSetup, CheckoutSetupConfirmation } from '../../../shared/api/objects/checkout/checkout-payment-methods.ts';
import type { Language } from '../../../shared/locales/pages/locale.ts';
import { bearerHeaders, createApiClient } from '../../../shared/pages/browser/calls.ts';
import type { Wallet } from '../../../shared/pages/browser/wallet.tsx';
import type { Bootstrap } from './types.ts';

/** API client of the payment element, authenticated by the client secret. */

export type OrderButton = NonNullable<Bootstrap['order_button']>;
type Setup = v.InferOutput<typeof CheckoutSetup>;
type SetupConfirmation = v.InferOutput<typeof CheckoutSetupConfirmation>;
export type Confirmation = v.InferOutput<typeof CheckoutConfirmation>;

/** The body of the call `confirm`: the buyer's choices. */
interface ConfirmParams {
  readonly method: string;
  readonly country: string | null;
  /** The order button that the buyer pressed; `undefined`: the shop's page has its own button. */
  readonly order_button: { readonly language: Language; readonly immediate_service: boolean } | undefined;
  /** Sent only if the buyer has confirmed the billing country. */
  readonly country_confirmed?: true;
}

const WALLET_PATH = 'v1/checkout/payment-methods';

/** URL of the service. This script runs in the frame, at `<service>/element/frame`. */
const SERVICE_URL = new URL('..', location.href);

/** The id of the session or one-off payment in a client secret. */
export const payableIdOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

const isOneOff = (id: string): boolean => id.startsWith('osp_');

export const callsOf = (clientSecret: string) => {
  const payableId = payableIdOf(clientSecret);
  const base = isOneOff(payableId) ? `v1/checkout/one_shot/${payableId}` : `v1/checkout/sessions/${payableId}`;
  const { get, post, remove } = createApiClient(SERVICE_URL, bearerHeaders(clientSecret));
  return {
    isOneOff: isOneOff(payableId),
    retrieve: (country: string | null) => get<Bootstrap>(`${base}/element${country === null ? '' : `?country=${country}`}`),
    wallet: () => get<Wallet>(WALLET_PATH),
    makeDefault: (id: string) => post<Wallet>(`${WALLET_PATH}/${id}/default`),
    removeMethod: (id: string) => remove<Wallet>(`${WALLET_PATH}/${id}`),
    /** Returns the URL on which the customer verifies the method; `null`: no verification is needed, the method was added. */
    addMethod: async (method: string): Promise<string | null> => {
      const { client_secret: setupSecret } = await post<Setup>(`${WALLET_PATH}/setup`);
      const confirmed = await post<SetupConfirmation>(`${WALLET_PATH}/setup/confirm`, { client_secret: setupSecret, method });
      return confirmed.redirect_url;
    },
    applyCoupon: (code: string | null) => post<Bootstrap>(`${base}/coupon`, { code }),
    confirm: (params: ConfirmParams) => post<Confirmation>(`${base}/confirm`, { ...params }),
  };
};

export type Calls = ReturnType<typeof callsOf>;
