import type { Context, SQSEvent } from 'aws-lambda';
import { handler } from '../../../functions/workers/webhook-delivery.ts';

/**
 * `delivery-executions.ts ACCOUNT,ACCOUNT... ...`: runs the delivery worker once per argument, one after the other, with a message for each
 * account. After the lines of its log, each execution prints a line with its duration and its CPU time.
 */

const TIMEOUT_MS = 120_000;

const execute = async (accountIds: readonly string[]): Promise<void> => {
  const Records = accountIds.map((accountId, index) => ({ messageId: String(index), body: JSON.stringify({ accountId }) }));
  const started = performance.now();
  const cpuBefore = process.cpuUsage();
  const context = { getRemainingTimeInMillis: () => TIMEOUT_MS - (performance.now() - started) } as Context;
  const { batchItemFailures } = await handler({ Records } as unknown as SQSEvent, context);
  if (batchItemFailures.length > 0) throw new Error(`${batchItemFailures.length} accounts failed.`);
  const { user, system } = process.cpuUsage(cpuBefore);
  const execution = { kind: 'execution', seconds: (performance.now() - started) / 1000, cpuMs: (user + system) / 1000 };
  process.stdout.write(`${JSON.stringify(execution)}\n`);
};

for (const argument of process.argv.slice(2)) await execute(argument.split(','));
process.stdout.write('', () => process.exit(0));
