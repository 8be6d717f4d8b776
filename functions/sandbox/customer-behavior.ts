import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { customerId, objectName, openEnum } from '../../shared/api/objects/common.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { SANDBOX } from '../../shared/domain/payment/provider.ts';
import { ensureProviderCustomer } from '../../shared/flows/checkout/provider-customer.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import { openProvider } from '../../shared/flows/provider.ts';
import { setBehavior } from '../../shared/sandbox/controls.ts';
import { dynamoSandboxStore } from '../../shared/sandbox/dynamo-store.ts';
import { CHARGE_BEHAVIORS, REFUND_BEHAVIORS, type SandboxBehavior } from '../../shared/sandbox/model.ts';
import { providerUnavailable } from './decide.ts';

const CHARGES_TEXT = doc(
  'Outcome of charges without the buyer, such as renewals: `paid`; `pending` until you decide it; declined as `insufficient_funds`, `card_expired` or `authentication_required`; `mandate_gone` (the payment method was revoked); `unreachable` (the provider does not answer); `timeout_after_charge` (the provider charges, but does not answer). Default: `paid`.',
);
const REFUNDS_TEXT = doc(
  'Outcome of refunds: `refunded`; `pending` until you decide it; `refused`; `timeout_after_refund` (the provider refunds, but does not answer); `duplicate` (the provider answers that the refund exists already). Default: `refunded`.',
);

export const operation = defineOperation({
  id: 'sandbox.customer_behavior',
  method: 'POST',
  path: '/sandbox/customers/{customer_id}/behavior',
  summary: "Set the outcomes of a customer's sandbox charges and refunds",
  description: doc('Omitted fields are unchanged. Defaults: `charges` is `paid`, `refunds` is `refunded`.'),
  auth: { kind: 'sandbox_key' },
  profile: 'provider',
  params: { customer_id: idParams.customer },
  body: v.strictObject({
    charges: described(v.optional(v.picklist(CHARGE_BEHAVIORS)), CHARGES_TEXT),
    refunds: described(v.optional(v.picklist(REFUND_BEHAVIORS)), REFUNDS_TEXT),
  }),
  response: v.strictObject({
    object: objectName('sandbox.customer_behavior'),
    customer_id: customerId,
    livemode: described(v.literal(false), doc('Always false: the sandbox is in test mode.')),
    charges: described(openEnum(CHARGE_BEHAVIORS), CHARGES_TEXT),
    refunds: described(openEnum(REFUND_BEHAVIORS), REFUNDS_TEXT),
  }),
  errors: ['resource_missing', 'state_conflict', 'provider_unavailable'],
});

type BehaviorInput = { readonly [K in keyof SandboxBehavior]?: SandboxBehavior[K] | undefined };

const providedFields = ({ charges, refunds }: BehaviorInput): Partial<SandboxBehavior> => ({
  ...(charges === undefined ? {} : { charges }),
  ...(refunds === undefined ? {} : { refunds }),
});

export const handler = serve(operation, async ({ params, body }, { tenant, store }) => {
  const { record: customer } = await fetchRecord(store, customerAggregate, tenant, params.customer_id, 'customer');
  const deps = await flowDeps(store);
  const provider = await openProvider(deps, tenant, SANDBOX);
  if (provider === null) throw new ApiError('state_conflict', { message: 'This deployment has no sandbox provider.' });
  const providerCustomer = await ensureProviderCustomer(deps, provider, tenant, customer.id);
  if (!providerCustomer.ok) throw providerUnavailable();
  const behavior = await setBehavior(dynamoSandboxStore(store.table, tenant.accountId), providerCustomer.value, providedFields(body));
  return { object: 'sandbox.customer_behavior' as const, customer_id: customer.id, livemode: false as const, ...behavior };
});
