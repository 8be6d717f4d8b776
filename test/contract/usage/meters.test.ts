import { beforeEach, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;

beforeEach(async () => {
  client = api.client((await createAccount()).testKey);
});

const METER = { event_name: 'tokens', aggregation: 'sum', value_key: 'amount', filters: [{ key: 'region', values: ['eu'] }] };

describe('a meter', () => {
  it('is created, retrieved, listed by status and updated', async () => {
    const meter = await client.post('/v1/meters', METER);
    expect(meter).toEqual({
      id: expect.stringMatching(/^mtr_/),
      object: 'meter',
      created: expect.any(Number),
      livemode: false,
      ...METER,
      status: 'active',
    });
    const path = `/v1/meters/${meter.id}`;
    expect(await client.get(path)).toEqual(meter);
    const inactive = { ...meter, status: 'inactive' };
    expect(await client.post(path, { status: 'inactive' })).toEqual(inactive);
    expect(await client.list('/v1/meters')).toEqual([inactive]);
    expect(await client.list('/v1/meters?status=active')).toEqual([]);
    expect(await client.list('/v1/meters?status=inactive')).toEqual([inactive]);
  });

  it('is refused with an unknown aggregation, and its aggregation cannot be changed', async () => {
    const call = (path: string, body: object) => client.call('POST', path, { ...body });
    expect(fieldError(await call('/v1/meters', { ...METER, aggregation: 'mean' }))).toEqual([400, 'parameter_invalid', 'aggregation']);
    const { id } = await client.post('/v1/meters', METER);
    expect(fieldError(await call(`/v1/meters/${id}`, { aggregation: 'max' }))).toEqual([400, 'parameter_unknown', 'aggregation']);
  });

  it('cannot be removed from a metered price; the list of prices can be filtered by meter', async () => {
    const [meter, product] = [await client.post('/v1/meters', METER), await client.post('/v1/products', { name: 'API' })];
    const price = await client.post('/v1/prices', {
      product_id: product.id,
      currency: 'EUR',
      interval: 'month',
      usage_type: 'metered',
      unit_amount_decimal: '0.5',
      meter_id: meter.id,
    });
    expect(price.meter_id).toBe(meter.id);
    const other = await client.post('/v1/meters', METER);
    const listPrices = (query: string) => client.list(`/v1/prices?${query}`);
    expect(await listPrices(`meter_id=${meter.id}`)).toEqual([price]);
    expect(await listPrices(`meter_id=${meter.id}&active=false`)).toEqual([]);
    expect(await listPrices(`meter_id=${other.id}&product_id=${product.id}`)).toEqual([]);
    expect(fieldError(await client.call('POST', `/v1/prices/${price.id}`, { meter_id: null }))).toEqual([
      400,
      'parameter_unknown',
      'meter_id',
    ]);
  });
});
