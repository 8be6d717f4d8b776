import { defineOperation } from '../../shared/api/operation.ts';
import { servePublic } from '../../shared/api/serve.ts';
import { abandon } from '../../shared/flows/checkout.ts';
import { checkoutParams, hostedCheckout, notFoundAnswer } from '../../shared/pages/checkout-request.ts';
import { seeOther } from '../../shared/pages/layout.ts';

export const operation = defineOperation({
  id: 'hosted.checkout_cancel',
  method: 'POST',
  path: '/checkout/{account_id}/{mode}/{checkout_id}/cancel',
  summary: 'Turn back from a hosted checkout session',
  description: 'Ends the session and answers 303 to its `cancel_url`; one that was paid meanwhile leads to its own page.',
  auth: { kind: 'none' },
  profile: 'provider',
  uses: ['cipher'],
  params: checkoutParams,
  query: null,
  body: null,
  response: 'html',
  errors: [],
});

// As for paying, a forged request would need the session's address, and whoever knows that may cancel it anyway.
export const handler = servePublic(operation, async ({ params }, { store }) => {
  const checkout = await hostedCheckout(store, params);
  if (checkout === null) return notFoundAnswer();
  const { parts, tenant, links } = checkout;
  const session = await abandon(parts, tenant, params.checkout_id);
  if (session === null) return notFoundAnswer();
  return seeOther(session.status === 'expired' ? session.cancelUrl : links.show);
});
