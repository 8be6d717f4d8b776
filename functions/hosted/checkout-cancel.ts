import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { stageOf } from '../../shared/domain/payable/record.ts';
import { returnUrlsOf } from '../../shared/domain/payable/return-urls.ts';
import { abandonPayment } from '../../shared/flows/checkout/begin.ts';
import { SETTLE_ACCESS } from '../../shared/pages/checkout-access.ts';
import { browserLocaleOf, checkoutParams, notFoundResponse, serveHosted } from '../../shared/pages/checkout-request.ts';
import { seeOther } from '../../shared/pages/layout.ts';

export const operation = defineOperation({
  id: 'hosted.checkout_cancel',
  method: 'POST',
  path: '/checkout/{account_id}/{mode}/{checkout_id}/cancel',
  summary: 'Cancel a checkout session or one-off payment',
  description: doc(
    'Redirects (303) to `cancel_url`, or to the page of the session or payment if there is no `cancel_url` or the buyer paid in the meantime.',
  ),
  auth: { kind: 'none' },
  profile: 'provider',
  uses: ['pepper', 'provider-credential'],
  table: SETTLE_ACCESS,
  params: checkoutParams,
  response: 'html',
});

// No CSRF token: a forged request would need the secret URL, and everyone who has the URL may cancel anyway.
export const handler = serveHosted(operation, async (request) => {
  const { deps, tenant, payable, links } = request;
  const abandoned = await abandonPayment(deps, tenant, payable.id);
  if (abandoned === null) return notFoundResponse(browserLocaleOf(request));
  return seeOther(stageOf(abandoned) === 'ended' ? (returnUrlsOf(abandoned).cancelUrl ?? links.show) : links.show);
});
