import { defineOperation } from '../../shared/api/operation.ts';
import { abandon } from '../../shared/flows/checkout.ts';
import { checkoutParams, notFoundAnswer, serveHosted } from '../../shared/pages/checkout-request.ts';
import { seeOther } from '../../shared/pages/layout.ts';

export const operation = defineOperation({
  id: 'hosted.checkout_cancel',
  method: 'POST',
  path: '/checkout/{account_id}/{mode}/{checkout_id}/cancel',
  summary: 'Cancel a checkout session',
  description: 'Ends the session and answers 303 to its `cancel_url`; one that was paid meanwhile leads to its own page.',
  auth: { kind: 'none' },
  profile: 'provider',
  uses: ['provider-credential'],
  params: checkoutParams,
  query: null,
  body: null,
  response: 'html',
  errors: [],
});

// As for paying, a forged request would need the session's address, and whoever knows that may cancel it anyway.
export const handler = serveHosted(operation, async ({ deps, tenant, session, links }) => {
  const left = await abandon(deps, tenant, session.id);
  if (left === null) return notFoundAnswer();
  return seeOther(left.status === 'expired' ? left.cancelUrl : links.show);
});
