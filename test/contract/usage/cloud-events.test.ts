import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { METERED, newPlan, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

const SINGLE_HEADERS = { 'content-type': 'application/cloudevents+json; charset=utf-8' };
const BATCH_HEADERS = { 'content-type': 'application/cloudevents-batch+json' };

let client: Client;
let subscription: ApiObject;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  const meter = await client.post('/v1/meters', { event_name: 'tokens', aggregation: 'sum', value_key: 'count' });
  const { priceId } = await newPlan(client, { ...METERED, meter_id: meter.id });
  subscription = await subscribe(client, priceId);
});

const event = (fields: Record<string, unknown> = {}) => ({
  specversion: '1.0',
  id: randomUUID(),
  source: 'urn:example:gateway',
  type: 'tokens',
  subject: subscription.id,
  data: { count: 2.5, model: 'large' },
  ...fields,
});
const send = (body: object, headers: Record<string, string> = BATCH_HEADERS) =>
  client.call('POST', '/v1/usage_events', body as unknown as Json, headers);

interface Outcome {
  readonly id: string | null;
  readonly outcome: string;
  readonly error: { readonly param: string | null; readonly message: string } | null;
}
const outcomesOf = ({ outcomes }: Readonly<Record<string, unknown>>): readonly Outcome[] => outcomes as readonly Outcome[];
const paramsOf = (body: Readonly<Record<string, unknown>>) => outcomesOf(body).map(({ outcome, error }) => error?.param ?? outcome);

describe('CloudEvents', () => {
  it('are recorded as usage events, alone or in a batch, and only once for the same source and id', async () => {
    const sent = event({ time: new Date(Number(subscription.created) * 1000 + 999).toISOString(), traceparent: 'extensions are ignored' });
    const first = await send(sent, SINGLE_HEADERS);
    expect([first.status, first.body.recorded]).toEqual([200, 1]);
    const answer = await send([sent, { ...sent, source: 'urn:example:other' }, event({ subject: subscription.customer_id })]);
    expect([answer.status, paramsOf(answer.body)]).toEqual([200, ['duplicate', 'recorded', 'recorded']]);
    const [{ id = null } = {}, other] = outcomesOf(answer.body);
    expect(other?.id).not.toBe(id);
    const listed = await client.list(`/v1/usage_events?subscription_id=${subscription.id}`);
    expect(listed.find((each) => each.id === id)).toMatchObject({
      event_name: 'tokens',
      occurred_at: subscription.created,
      value: null,
      properties: { count: '2.5', model: 'large' },
    });
    expect((await client.get(`/v1/subscriptions/${subscription.id}/usage_summary`)).total_quantity).toBe(7);
    expect((await client.post(`/v1/usage_events/${id}/cancel`)).status).toBe('canceled');
  });

  it('can have `value` and `properties` in `data`, with the same meaning as in the JSON format', async () => {
    const sent = event({ data: { value: '4', properties: { count: '3' } } });
    const answer = await send(sent, SINGLE_HEADERS);
    const [{ id } = { id: null }] = outcomesOf(answer.body);
    const json = { id, event_name: 'tokens', subscription_id: subscription.id, value: '4', properties: { count: '3' } };
    const repeated = await client.call('POST', '/v1/usage_events', { events: [json] } as unknown as Json);
    expect(repeated.body.duplicates).toBe(1);
  });

  it('with data in base64 are refused', async () => {
    const encoded = { data: undefined, datacontenttype: 'application/json', data_base64: Buffer.from('{"count":1}').toString('base64') };
    const { status, body } = await send([event(encoded), event()]);
    expect([status, paramsOf(body)]).toEqual([200, ['data_base64', 'recorded']]);
  });

  it.each(['constructor', 'prototype'])('can have the property `%s`', async (name) => {
    const { id } = outcomesOf((await send(event({ data: { count: 1, [name]: 'Lotus' } }), SINGLE_HEADERS)).body)[0] ?? { id: null };
    const listed = await client.list(`/v1/usage_events?subscription_id=${subscription.id}`);
    expect(listed.find((each) => each.id === id)?.['properties']).toEqual({ count: '1', [name]: 'Lotus' });
  });

  it('have a media type whose case does not matter', async () => {
    const answer = await send(event(), { 'content-type': 'Application/CloudEvents+JSON' });
    expect([answer.status, answer.body.recorded]).toEqual([200, 1]);
  });

  it('can have numbers below 0.000001, which JavaScript writes with an exponent', async () => {
    const answer = await send([event({ data: { count: 2.5e-7, score: 3e-150 } }), event({ data: { count: 3e-150 } })]);
    expect(paramsOf(answer.body)).toEqual(['recorded', 'data.count']);
    const [{ id } = { id: null }] = outcomesOf(answer.body);
    const listed = await client.list(`/v1/usage_events?subscription_id=${subscription.id}`);
    expect(listed.find((each) => each.id === id)).toMatchObject({ properties: { count: '0.00000025', score: '3e-150' } });
  });

  it('are refused if invalid, without refusing valid events of the batch; each error names the attribute', async () => {
    const reused = event();
    const refused = [
      event({ specversion: '0.3' }),
      event({ id: '' }),
      event({ source: undefined }),
      event({ type: undefined }),
      event({ type: 'other' }),
      event({ subject: undefined }),
      event({ subject: 'user-1' }),
      event({ subject: 'sub_unknown' }),
      event({ subject: 'cus_unknown' }),
      event({ time: 'yesterday' }),
      event({ time: '2027-02-30T00:00:00Z' }),
      event({ time: '2001-01-01T00:00:00Z' }),
      event({ datacontenttype: 'text/xml' }),
      event({ data: 'text' }),
      event({ data: { count: [1] } }),
      event({ data: { count: 'many' } }),
      event({ data: { count: 1234567890123456 } }),
      event({ data: { count: 1, value: true } }),
      event({ data: { count: 1, properties: { plan: { a: 1 } } } }),
      event({ data: {} }),
      event({ data: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`p${index}`, 1])) }),
      'no object',
    ];
    const answer = await send([reused, { ...reused, data: { count: 9 } }, ...refused, event()]);
    expect([answer.status, paramsOf(answer.body)]).toEqual([
      200,
      [
        'recorded',
        'id',
        ...['specversion', 'id', 'source', 'type', 'type', 'subject', 'subject', 'subject', 'subject'],
        ...[
          'time',
          'time',
          'time',
          'datacontenttype',
          'data',
          'data.count',
          'data.count',
          'data.count',
          'data.value',
          'data.properties.plan',
          'data.count',
          'data',
        ],
        '',
        'recorded',
      ],
    ]);
    const messages = outcomesOf(answer.body).flatMap(({ error }) => (error === null ? [] : [error.message]));
    expect(messages.join('\n')).not.toMatch(/event_name|subscription_id|customer_id|occurred_at|(?<!data\.)properties\.\w/);
    expect(messages).toContain('time must not be before the start of the subscription.');
  });

  it('must be a list of 1 to 1,000 in a batch, and cannot be a list otherwise', async () => {
    expect(fieldError(await send([]))).toEqual([400, 'parameter_invalid', '']);
    expect(fieldError(await send(Array.from({ length: 1001 }, () => ({}))))).toEqual([400, 'parameter_invalid', '']);
    expect(fieldError(await send(event()))).toEqual([400, 'parameter_invalid', '']);
    expect(fieldError(await send([event()], { 'content-type': 'application/json' }))).toEqual([400, 'parameter_invalid', '']);
    expect(paramsOf((await send([event()], SINGLE_HEADERS)).body)).toEqual(['']);
  });
});
