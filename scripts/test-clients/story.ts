import { apiOf, type Json, textOf } from '../support/api.ts';
import { ensure, eventually } from '../support/waiting.ts';

/** The time at which the programs freeze their test clock, in Unix seconds. */
const FROZEN_TIME = 2_200_000_000;
const STEPS = ['sell', 'renew', 'refund', 'page', 'error'];

const expectEqual = (step: string, actual: unknown, expected: unknown): void => {
  const [actualJson, expectedJson] = [JSON.stringify(actual), JSON.stringify(expected)];
  ensure(actualJson === expectedJson, `The step '${step}' printed ${actualJson} instead of ${expectedJson}.`);
};

const parse = (output: string): ReadonlyMap<string, Json> => {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return new Map(lines.map((line) => JSON.parse(line) as Json).map(({ step, ...facts }) => [String(step), facts]));
};

/**
 * Checks what a program printed: a sale, a renewal on a clock after 2038 (64-bit times), a refund of half, two pages of products, and an
 * error with its parameter. Then checks the subscription and the refund over the API. Throws an error that says what is different.
 */
export const checkScenario = async (output: string, baseUrl: string, key: string): Promise<void> => {
  const facts = parse(output);
  expectEqual('all', [...facts.keys()], STEPS);
  const { subscription, period_end: periodEnd, ...sold } = facts.get('sell') ?? {};
  expectEqual('sell', [sold['status'], sold['payment_count']], ['active', 1]);
  ensure(Number(periodEnd) > FROZEN_TIME, `The period ends at ${String(periodEnd)}.`);
  const renewed = facts.get('renew') ?? {};
  expectEqual('renew', [renewed['status'], renewed['payment_count'], renewed['period_start']], ['active', 2, periodEnd]);
  const { refund, amount_cents: amountCents } = facts.get('refund') ?? {};
  expectEqual('refund', amountCents, 1000);
  expectEqual('page', facts.get('page')?.['pages'], [2, 1]);
  const { status, code, param } = facts.get('error') ?? {};
  expectEqual('error', [status, code, param], [400, 'parameter_invalid', 'country_code']);

  const service = apiOf(baseUrl).client(key);
  const stored = await service.get(`/v1/subscriptions/${String(subscription)}`);
  expectEqual('stored subscription', [stored['payment_count'], stored['current_period_start']], [2, periodEnd]);
  const refunded = await eventually(
    () => service.get(`/v1/refunds/${String(refund)}`),
    (current) => current['status'] !== 'pending',
  );
  expectEqual('stored refund', [textOf(refunded, 'status'), refunded['amount_cents']], ['succeeded', 1000]);
};
