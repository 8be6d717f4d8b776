import { ApiError } from '../../shared/api/errors/errors.ts';
import { ProviderPayload } from '../../shared/api/objects/provider-payload.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { livemode } from '../../shared/domain/tenant.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import { openProvider } from '../../shared/flows/provider.ts';
import type { ProviderFailure } from '../../shared/provider/port.ts';

export const operation = defineOperation({
  id: 'payments.provider',
  method: 'GET',
  path: '/v1/payments/{payment_id}/provider',
  summary: "Retrieve the payment provider's record of a payment",
  description: doc(
    "Fetches the payment from the payment provider. `payload` is the provider's object, unchanged. If the customer was purged, `redacted` is " +
      'true, and `payload` contains only amounts, statuses, timestamps and identifiers. Returns 409 if the payment never reached the provider, ' +
      'if the provider no longer has it, or if the provider account is no longer connected or rejects its API key.',
  ),
  auth: apiKey('payments:read'),
  profile: 'provider',
  uses: ['provider-credential'],
  params: { payment_id: idParams.payment },
  response: ProviderPayload,
  errors: ['resource_missing', 'state_conflict', 'provider_unavailable', 'at_capacity'],
  reasons: ['credential_rejected', 'provider_not_connected'],
});

const errorOf = (failure: ProviderFailure): ApiError => {
  switch (failure.kind) {
    case 'rate_limited':
      return new ApiError('at_capacity', {
        message: 'The payment provider limits requests. Try again shortly.',
        headers: { 'retry-after': String(failure.retryAfterSeconds) },
      });
    case 'not_found':
    case 'mandate_gone':
      return new ApiError('state_conflict', { message: 'The payment provider no longer has this payment.' });
    case 'unauthorized':
      return new ApiError('state_conflict', {
        message: 'The payment provider rejects the API key of this account.',
        reason: 'credential_rejected',
      });
    case 'refused':
    case 'duplicate':
      return new ApiError('provider_unavailable', { message: 'The payment provider refused to return this payment.' });
    case 'unavailable':
      return new ApiError('provider_unavailable', { message: 'The payment provider did not respond. Try again shortly.' });
  }
};

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const { record: payment } = await fetchRecord(store, paymentAggregate, tenant, params.payment_id, 'payment');
  if (payment.providerPaymentId === null) {
    throw new ApiError('state_conflict', { message: 'This payment has not reached the payment provider.' });
  }
  const [provider, customer] = await Promise.all([
    openProvider(await flowDeps(store), tenant, payment.provider),
    store.get(customerAggregate, tenant, payment.customerId),
  ]);
  if (provider === null) {
    throw new ApiError('state_conflict', {
      message: 'The payment provider account of this payment is not connected.',
      reason: 'provider_not_connected',
    });
  }
  const response = await provider.getPaymentPayload(payment.providerPaymentId);
  if (!response.ok) throw errorOf(response);
  const redacted = (customer?.record.purgedAt ?? null) !== null;
  return {
    object: 'payment.provider' as const,
    livemode: livemode(tenant),
    redacted,
    payload: redacted ? provider.redactedPayload(response.value) : response.value,
  };
});
