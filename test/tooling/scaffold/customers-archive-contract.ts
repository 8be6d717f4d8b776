import { beforeAll, describe, expect, it } from 'vitest';
import { service } from '../../support/service.ts';

describe('customers.archive', () => {
  const { baseUrl, createAccount } = service();
  let testKey = '';
  beforeAll(async () => {
    ({ testKey } = await createAccount());
  });

  it('answers 404 for an id that is not there', async () => {
    const response = await fetch(`${baseUrl}/v1/customers/cus_00000000000000000000000000/archive`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(404);
  });
});
