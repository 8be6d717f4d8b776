import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors.ts';
import * as fields from '../../shared/api/fields.ts';
import { Customer } from '../../shared/api/objects/customer.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { customerAggregate, viewCustomer } from '../../shared/domain/customer/record.ts';
import { withRepricing } from '../../shared/domain/customer/repricing.ts';
import { isLive } from '../../shared/domain/customer/update.ts';
import { readVatNumber, type SetVatNumber, setVatNumber } from '../../shared/domain/customer/vat.ts';
import { type Mode, Refusal } from '../../shared/domain/kernel.ts';
import { countLive, repriceNow } from '../../shared/flows/repricing.ts';
import { clock, vatRegistry } from '../../shared/runtime/services.ts';
import { clockTime } from '../../shared/runtime/simulated-time.ts';

export const operation = defineOperation({
  id: 'customers.vat_number',
  method: 'POST',
  path: '/v1/customers/{customer_id}/vat_number',
  summary: "Update a customer's VAT number",
  description:
    'With its country prefix; `null` clears it. The number is checked with the EU VAT validation service: one that it rejects is refused and changes nothing. In test mode `200` after the prefix is rejected, `300` means that the service cannot answer, and any other number is valid.',
  auth: apiKey('customers:write'),
  profile: 'write',
  params: { customer_id: fields.ids.customer },
  query: null,
  body: v.strictObject({ vat_number: v.nullable(fields.text(1, 32)) }),
  response: Customer,
  errors: ['resource_missing', 'operation_pending'],
});

/** Asks the registry about the number; nothing is written while it cannot answer. */
const checked = async (mode: Mode, text: string | null): Promise<SetVatNumber> => {
  if (text === null) return null;
  const number = readVatNumber(text);
  if (number === null) {
    throw new ApiError('parameter_invalid', {
      message: 'Invalid vat_number: expected a VAT number of the EU with its country prefix.',
      param: 'vat_number',
    });
  }
  const verdict = await (await vatRegistry(mode)).check(number.prefix, number.digits);
  if (verdict.kind !== 'unavailable') return { number, verdict };
  throw new ApiError('at_capacity', {
    message: 'The EU VAT validation service cannot answer now. Nothing was changed; try again later.',
    reason: 'vat_service_unavailable',
    headers: { 'retry-after': '60' },
  });
};

export const handler = serve(operation, async ({ params, body }, { tenant, store, run }) => {
  let asked: Promise<SetVatNumber> | undefined;
  return run({
    load: async () => {
      const [customer, subscriptions] = await Promise.all([
        store.get(customerAggregate, tenant, params.customer_id),
        countLive(store, tenant, params.customer_id),
      ]);
      if (isLive(customer)) asked ??= checked(tenant.mode, body.vat_number);
      const [now, command] = await Promise.all([clockTime(store, tenant, customer?.record.testClockId ?? null), asked ?? null]);
      return { customer, subscriptions, command, now };
    },
    nowOf: ({ now }) => now,
    decide: (state, context) => withRepricing(setVatNumber(state.command, state, context), state, context),
    answer: ({ changed }) => (changed instanceof Refusal ? changed : viewCustomer(changed, tenant)),
    afterwards: async ({ reprices }) => {
      if (reprices) await repriceNow(store, clock.nowMs, tenant, params.customer_id);
    },
  });
});
