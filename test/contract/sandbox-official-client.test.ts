import { afterAll, beforeAll, describe, inject } from 'vitest';
import { SANDBOX_PROVIDER_PATH } from '../../shared/flows/deps.ts';
import { secrets } from '../../shared/runtime/services.ts';
import { sandboxSecret } from '../../shared/sandbox/secret.ts';
import { sandboxToken } from '../../shared/sandbox/token.ts';
import { allowPlainHttp, officialClient, type Walker, walkIt } from '../provider/official-walk.ts';
import { service } from '../support/service.ts';

const { baseUrl, createAccount } = service();

// The sandbox's keys are derived from the deployment's secret, which only the local host lets a test read.
describe.skipIf(inject('service').dataDir === null)('the provider’s own client at the served sandbox', () => {
  let undo: () => void;
  let walker: Walker;
  beforeAll(async () => {
    const { accountId } = await createAccount();
    undo = allowPlainHttp();
    const client = officialClient(
      `${baseUrl}${SANDBOX_PROVIDER_PATH}`,
      sandboxToken(accountId, await sandboxSecret(await secrets(), accountId)),
    );
    const pay: Walker['pay'] = async ({ checkoutUrl }) => {
      const answer = await fetch(checkoutUrl, { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }), redirect: 'manual' });
      if (answer.status !== 303) throw new Error(`the page of the payment answered ${answer.status}`);
    };
    walker = { client, pay };
  });
  afterAll(() => undo());

  walkIt(() => walker);
});
