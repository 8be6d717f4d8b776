import { defineOperation } from '../../shared/api/operation.ts';
import type { Refusal } from '../../shared/domain/kernel.ts';
import { stageOf } from '../../shared/domain/payable/record.ts';
import { beginPayment } from '../../shared/flows/checkout.ts';
import { openPage, type Problem } from '../../shared/pages/checkout.ts';
import { checkoutParams, serveHosted, shownOf } from '../../shared/pages/checkout-request.ts';
import { pageAnswer, seeOther } from '../../shared/pages/layout.ts';
import type { Speech } from '../../shared/pages/texts/speech.ts';

export const operation = defineOperation({
  id: 'hosted.checkout_pay',
  method: 'POST',
  path: '/checkout/{account_id}/{mode}/{checkout_id}/pay',
  summary: 'Pay a checkout session or one-off payment',
  description: 'A form with the field `method`. Answers 303 to the provider, or the page again with what was wrong.',
  auth: { kind: 'none' },
  profile: 'provider',
  uses: ['provider-credential'],
  params: checkoutParams,
  query: null,
  body: null,
  response: 'html',
  errors: [],
});

const choose = ({ texts }: Speech): Problem => ({ message: texts.chooseMethod, field: 'method' });
const noProvider = ({ texts }: Speech): Problem => ({ message: texts.noProvider, field: null });

/** How a refusal looks to the buyer; `null`: its own page tells it. */
const problemOf = (refusal: Refusal, speech: Speech): { readonly status: number; readonly problem: Problem } | null => {
  if (refusal.code === 'parameter_invalid') return { status: 400, problem: choose(speech) };
  if (refusal.code === 'payment_refused') {
    return { status: 400, problem: { message: speech.texts.methodRefused, field: 'method' } };
  }
  return refusal.reason === 'provider_not_connected' ? { status: 503, problem: noProvider(speech) } : null;
};

// No cookie and no other ambient right stands behind this form, so there is nothing for a forged request to abuse:
// the page's address, which cannot be guessed, is all that paying asks for.
export const handler = serveHosted(operation, async (request, _input, { text }) => {
  const { deps, tenant, payable, links } = request;
  if (stageOf(payable) !== 'open') return seeOther(links.show);
  const shown = await shownOf(request);
  const { view, speech } = shown;
  const again = (status: number, problem: Problem) => pageAnswer(status, openPage(shown, links, problem));

  const method = new URLSearchParams(text).get('method');
  if (method === null || !view.methods.includes(method)) return again(400, choose(speech));
  const begun = await beginPayment(deps, tenant, payable.id, method);
  if (begun.kind === 'redirect') return seeOther(begun.url);
  if (begun.kind === 'unavailable') return again(503, noProvider(speech));
  const refused = problemOf(begun.refusal, speech);
  return refused === null ? seeOther(links.show) : again(refused.status, refused.problem);
});
