import type * as v from 'valibot';
import type { CheckoutElement } from '../../../shared/api/objects/checkout/checkout-element.ts';

/** Objects that the payment element reads from the API. */

/** What the element shows of a checkout session or one-off payment. */
export type Bootstrap = v.InferOutput<typeof CheckoutElement>;
