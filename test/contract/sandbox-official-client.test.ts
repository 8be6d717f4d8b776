import { afterAll, beforeAll, describe, inject } from 'vitest';
import { SANDBOX_PROVIDER_PATH } from '../../shared/flows/deps.ts';
import { secrets } from '../../shared/runtime/services.ts';
import { sandboxSecret } from '../../shared/sandbox/secret.ts';
import { sandboxToken } from '../../shared/sandbox/token.ts';
import { allowPlainHttp, officialClient, type ServerUnderTest, testOfficialClient } from '../provider/official-client-tests.ts';
import { service } from '../support/service.ts';

const { baseUrl, createAccount } = service();

// Sandbox keys are derived from the deployment's secret, which tests can read from a local service only.
describe.skipIf(inject('service').dataDir === null)('the provider’s official client at the sandbox', () => {
  let forbidPlainHttp: () => void;
  let server: ServerUnderTest;
  beforeAll(async () => {
    const { accountId } = await createAccount();
    forbidPlainHttp = allowPlainHttp();
    const client = officialClient(
      `${baseUrl}${SANDBOX_PROVIDER_PATH}`,
      sandboxToken(accountId, await sandboxSecret(await secrets(), accountId)),
    );
    const pay: ServerUnderTest['pay'] = async ({ checkoutUrl }) => {
      const answer = await fetch(checkoutUrl, { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }), redirect: 'manual' });
      if (answer.status !== 303) throw new Error(`The payment page answered ${answer.status}`);
    };
    server = { client, pay };
  });
  afterAll(() => forbidPlainHttp());

  testOfficialClient(() => server);
});
