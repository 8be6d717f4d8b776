import { describe, expect, it } from 'vitest';
import { type CreateWebhookEndpoint, createWebhookEndpoint } from '../../../shared/domain/webhook-endpoint/create.ts';
import {
  listensTo,
  signingSecrets,
  type WebhookEndpoint,
  wasDisabledAt,
  webhookEndpointAggregate,
} from '../../../shared/domain/webhook-endpoint/record.ts';
import {
  deleteWebhookEndpoint,
  rotateSecret,
  type UpdateWebhookEndpoint,
  updateWebhookEndpoint,
} from '../../../shared/domain/webhook-endpoint/update.ts';
import { DAY, migrate, START, World } from '../world.ts';

const secret = { ciphertext: 'sealed', fingerprint: '0123456789ab' };
const create = (world: World, id: string, enabledEvents?: string[], fields: Partial<CreateWebhookEndpoint> = {}) =>
  world.apply(createWebhookEndpoint({ id, url: 'https://a.test', secret, enabledEvents, lastSequence: 3, ...fields }, null, world.ctx()));
const state = (world: World, id: string) => ({ endpoint: world.get(webhookEndpointAggregate, id), lastSequence: 7 });
const stored = (world: World): WebhookEndpoint => state(world, 'we_1').endpoint.record;

describe('webhook endpoints', () => {
  it('[WHE-14] [WHE-15] [WHE-16] are created enabled, for all event types, and receive only events that are recorded from then on', () => {
    const world = new World();
    create(world, 'we_1');
    expect(world.view(webhookEndpointAggregate, 'we_1')).toEqual({
      id: 'we_1',
      object: 'webhook_endpoint',
      created: START,
      livemode: false,
      url: 'https://a.test',
      enabled_events: ['*'],
      description: null,
      status: 'enabled',
      secret_fingerprint: '0123456789ab',
    });
    expect(stored(world)).toMatchObject({ heardAfter: 3, disabledSpan: null, formerSecrets: [] });
    expect([world.events.map(({ type, subjectId }) => [type, subjectId]), world.audits]).toEqual([
      [['webhook_endpoint.created', 'we_1']],
      ['webhook_endpoint.created'],
    ]);
    expect(create(world, 'we_2', ['invoice.paid', '*'], { description: 'Shop' })).toMatchObject({
      enabledEvents: ['invoice.paid', '*'],
      description: 'Shop',
    });
  });

  it('receive the event types that they are subscribed to', () => {
    const world = new World();
    create(world, 'we_1', ['invoice.paid']);
    create(world, 'we_2');
    const subscribed = (id: string) =>
      ['invoice.paid', 'invoice.voided'].map((type) => listensTo(world.get(webhookEndpointAggregate, id).record, type));
    expect([subscribed('we_1'), subscribed('we_2')]).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  it('are limited to sixteen; disabled endpoints count, deleted endpoints do not', () => {
    const world = new World();
    for (let index = 1; index <= 16; index += 1) create(world, `we_${index}`);
    world.do(updateWebhookEndpoint({ status: 'disabled' }, state(world, 'we_1'), world.ctx()));
    expect(create(world, 'we_17')).toMatchObject({ code: 'webhook_endpoint_limit_reached' });
    world.do(deleteWebhookEndpoint(null, state(world, 'we_2'), world.ctx()));
    expect(create(world, 'we_18')).toMatchObject({ id: 'we_18', enabledEvents: ['*'] });
  });

  it('[WHE-23] keep their other fields when disabled and enabled, and record the span of skipped events', () => {
    const world = new World();
    create(world, 'we_1');
    const before = world.get(webhookEndpointAggregate, 'we_1').record;
    const setStatus = (status: 'enabled' | 'disabled', lastSequence: number) =>
      world.do(updateWebhookEndpoint({ status }, { ...state(world, 'we_1'), lastSequence }, world.ctx()));
    expect(setStatus('enabled', 1)).toEqual(before);
    const disabled = setStatus('disabled', 5);
    expect(disabled).toEqual({ ...before, status: 'disabled', disabledSpan: { after: 5, through: null } });
    expect(setStatus('disabled', 9)).toEqual(disabled);
    const enabled = setStatus('enabled', 8);
    expect(enabled).toEqual({ ...before, disabledSpan: { after: 5, through: 8 } });
    expect([5, 6, 8, 9].map((sequence) => wasDisabledAt(enabled, sequence))).toEqual([false, true, true, false]);
    expect(world.takeEvents()).toEqual(['webhook_endpoint.created', 'webhook_endpoint.updated', 'webhook_endpoint.updated']);
    expect(world.audits.at(-1)).toBe('webhook_endpoint.updated');
  });

  it.each([
    [['invoice.paid', 'foo.bar'], 'foo.bar is not an event type.'],
    [[], 'At least one event type is required.'],
  ])('[WHE-20] refuse the event types %j', (enabledEvents, message) => {
    const world = new World();
    const refusal = { code: 'parameter_invalid', param: 'enabled_events', message };
    expect(create(world, 'we_1', enabledEvents)).toMatchObject(refusal);
    create(world, 'we_1');
    expect(world.apply(updateWebhookEndpoint({ enabledEvents }, state(world, 'we_1'), world.ctx()))).toMatchObject(refusal);
  });

  it('change only in the given fields, and emit nothing if nothing changes', () => {
    const world = new World();
    create(world, 'we_1', ['invoice.paid'], { description: 'Shop' });
    const before = stored(world);
    world.takeEvents();
    const update = (command: UpdateWebhookEndpoint) => world.do(updateWebhookEndpoint(command, state(world, 'we_1'), world.ctx()));
    expect(update({ description: 'Shop', enabledEvents: ['invoice.paid'] })).toEqual(before);
    expect([world.takeEvents(), world.audits]).toEqual([[], ['webhook_endpoint.created']]);
    expect(update({ url: 'https://b.test', description: null })).toEqual({ ...before, url: 'https://b.test', description: null });
    expect(world.takeEvents()).toEqual(['webhook_endpoint.updated']);
  });

  it('that do not exist cannot be changed', () => {
    const world = new World();
    const missing = { endpoint: null, lastSequence: 0 };
    for (const refusal of [
      updateWebhookEndpoint({}, missing, world.ctx()),
      rotateSecret({ secret }, missing, world.ctx()),
      deleteWebhookEndpoint(null, missing, world.ctx()),
    ])
      expect(refusal).toMatchObject({ code: 'resource_missing' });
  });

  it('[EVT-62] emit their last state when deleted', () => {
    const world = new World();
    create(world, 'we_1');
    world.do(deleteWebhookEndpoint(null, state(world, 'we_1'), world.ctx()));
    expect(world.events.at(-1)).toMatchObject({ type: 'webhook_endpoint.deleted', data: { id: 'we_1', url: 'https://a.test' } });
    expect(world.audits.at(-1)).toBe('webhook_endpoint.deleted');
  });

  it('of earlier releases keep their former secret, if they have one, and receive events with any sequence number', () => {
    const world = new World();
    create(world, 'we_1');
    const { heardAfter: _later, formerSecrets: _former, ...rest } = stored(world);
    const former = { ciphertext: 'older', fingerprint: 'ab0123456789', expiresAt: START };
    expect(migrate(webhookEndpointAggregate, { ...rest, ...{ previousSecret: former } })).toEqual({
      ...stored(world),
      heardAfter: 0,
      formerSecrets: [former],
    });
    expect(migrate(webhookEndpointAggregate, { ...rest, ...{ previousSecret: null } })).toMatchObject({ formerSecrets: [] });
  });
});

describe('the secret of a webhook endpoint', () => {
  const secretAt = (index: number) => ({ ciphertext: `sealed ${index}`, fingerprint: `fingerprint ${index}` });
  const newEndpoint = () => {
    const world = new World();
    create(world, 'we_1', undefined, { secret: secretAt(0) });
    world.takeEvents();
    const rotate = (index: number) => world.do(rotateSecret({ secret: secretAt(index) }, state(world, 'we_1'), world.ctx()));
    /** The ciphertexts of the secrets that sign a delivery at this time. */
    const signing = (at: number) => signingSecrets(stored(world), at).map(({ ciphertext }) => ciphertext);
    return { world, rotate, signing };
  };

  it('[WHD-08] [WHD-09] [EVT-70] keeps signing next to the new secret for 24 hours after a rotation; the rotation emits no event', () => {
    const { world, rotate, signing } = newEndpoint();
    rotate(1);
    expect([world.events, world.audits.at(-1)]).toEqual([[], 'webhook_endpoint.secret_rotated']);
    expect(world.view(webhookEndpointAggregate, 'we_1')).toMatchObject({ secret_fingerprint: 'fingerprint 1' });
    expect(signing(START + DAY - 1)).toEqual(['sealed 1', 'sealed 0']);
    expect(signing(START + DAY)).toEqual(['sealed 1']);
  });

  it('is removed by a later rotation, once it has expired', () => {
    const { world, rotate } = newEndpoint();
    rotate(1);
    world.now += DAY;
    expect(rotate(2).formerSecrets).toEqual([{ ...secretAt(1), expiresAt: START + 2 * DAY }]);
  });

  it('signs together with at most four former secrets, newest first', () => {
    const { rotate, signing } = newEndpoint();
    for (const index of [1, 2, 3, 4, 5]) rotate(index);
    expect(signing(START)).toEqual(['sealed 5', 'sealed 4', 'sealed 3', 'sealed 2', 'sealed 1']);
  });
});
