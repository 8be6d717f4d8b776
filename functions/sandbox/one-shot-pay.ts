import { OneShotPayment } from '../../shared/api/objects/checkout/one-shot-payment.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import type { RequestContext } from '../../shared/api/serve/handler.ts';
import { serveWithPreload } from '../../shared/api/serve/serve.ts';
import { oneShotKind } from '../../shared/domain/one-shot/kind.ts';
import { viewOneShot } from '../../shared/domain/one-shot/record.ts';
import { ONE_SHOT_METHODS } from '../../shared/domain/payment/methods.ts';
import { PAY_DESCRIPTION, payAsBuyer, payBody, readPayable } from './pay.ts';

export const operation = defineOperation({
  id: 'sandbox.one_shot_pay',
  method: 'POST',
  path: '/sandbox/one_shots/{one_shot_id}/pay',
  summary: 'Pay a one-off payment in the sandbox',
  description: doc(PAY_DESCRIPTION),
  events: [
    'customer.updated',
    'subscription.updated',
    'one_shot_payment.succeeded',
    'one_shot_payment.failed',
    'invoice.created',
    'invoice.paid',
    'payment.succeeded',
    'payment.failed',
  ],
  auth: { kind: 'sandbox_key' },
  profile: 'provider',
  uses: ['provider-credential'],
  params: { one_shot_id: idParams.oneShot },
  body: payBody(ONE_SHOT_METHODS),
  response: OneShotPayment,
  errors: ['resource_missing', 'state_conflict', 'payment_refused', 'provider_unavailable'],
});

const readOneShot = ({ params }: { readonly params: { readonly one_shot_id: string } }, context: RequestContext) =>
  readPayable(oneShotKind, params.one_shot_id, context);

export const handler = serveWithPreload(operation, readOneShot, async ({ body }, context, oneShot) =>
  viewOneShot(await payAsBuyer(oneShotKind, oneShot, body, context), context.tenant),
);
