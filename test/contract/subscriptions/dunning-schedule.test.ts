import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const PROFILE = '/v1/tenant/billing_profile';
const DEFAULT = [2, 7, 14, 21];

describe('dunning_schedule of the billing profile', () => {
  let live: Client;
  beforeAll(async () => {
    live = apiOf(baseUrl).client((await createAccount()).liveKey);
  });

  it('is the default at first, can be changed, stays when omitted, and is reset by null', async () => {
    expect(await live.get(PROFILE)).toMatchObject({ dunning_schedule: DEFAULT });
    expect(await live.post(PROFILE, { dunning_schedule: [1, 3, 5, 10, 20, 28] })).toMatchObject({
      dunning_schedule: [1, 3, 5, 10, 20, 28],
    });
    expect(await live.post(PROFILE, { phone: '+31 20 1234567' })).toMatchObject({ dunning_schedule: [1, 3, 5, 10, 20, 28] });
    expect(await live.post(PROFILE, { dunning_schedule: null })).toMatchObject({ dunning_schedule: DEFAULT });
  });

  it.each([
    [[], 'dunning_schedule'],
    [[1, 2, 3, 4, 5, 6, 7], 'dunning_schedule'],
    [[7, 2], 'dunning_schedule'],
    [[2, 2], 'dunning_schedule'],
    [[0], 'dunning_schedule.0'],
    [[2, 29], 'dunning_schedule.1'],
    [[1.5], 'dunning_schedule.0'],
    [['2'], 'dunning_schedule.0'],
    ['2, 7', 'dunning_schedule'],
  ])('refuses %j', async (days, param) => {
    expect(fieldError(await live.call('POST', PROFILE, { dunning_schedule: days }))).toEqual([400, 'parameter_invalid', param]);
  });
});
