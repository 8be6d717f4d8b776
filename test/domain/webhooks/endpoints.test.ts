import { describe, expect, it } from 'vitest';
import { createWebhookEndpoint } from '../../../shared/domain/webhook-endpoint/create.ts';
import { wasDisabledAt, webhookEndpointAggregate } from '../../../shared/domain/webhook-endpoint/record.ts';
import { deleteWebhookEndpoint, updateWebhookEndpoint } from '../../../shared/domain/webhook-endpoint/update.ts';
import { World } from '../world.ts';

describe('webhook endpoints', () => {
  const secret = { ciphertext: 'sealed', fingerprint: '0123456789ab' };
  const create = (world: World, id: string, enabledEvents?: string[]) =>
    world.apply(createWebhookEndpoint({ id, url: 'https://a.test', secret, enabledEvents, lastSequence: 3 }, null, world.ctx()));
  const state = (world: World, id: string) => ({ endpoint: world.get(webhookEndpointAggregate, id), lastSequence: 7 });

  it('are limited to sixteen; disabled endpoints count, deleted endpoints do not', () => {
    const world = new World();
    for (let index = 1; index <= 16; index += 1) create(world, `we_${index}`);
    world.do(updateWebhookEndpoint({ status: 'disabled' }, state(world, 'we_1'), world.ctx()));
    expect(create(world, 'we_17')).toMatchObject({ code: 'webhook_endpoint_limit_reached' });
    world.do(deleteWebhookEndpoint(null, state(world, 'we_2'), world.ctx()));
    expect(create(world, 'we_18')).toMatchObject({ id: 'we_18', enabledEvents: ['*'] });
  });

  it('[WHE-23] keep their fields when disabled and enabled, and record the span of skipped events', () => {
    const world = new World();
    create(world, 'we_1');
    const before = world.get(webhookEndpointAggregate, 'we_1').record;
    const set = (status: 'enabled' | 'disabled', lastSequence: number) =>
      world.do(updateWebhookEndpoint({ status }, { ...state(world, 'we_1'), lastSequence }, world.ctx()));
    expect(set('enabled', 1)).toEqual(before);
    const disabled = set('disabled', 5);
    expect(disabled).toEqual({ ...before, status: 'disabled', disabledSpan: { after: 5, through: null } });
    expect(set('disabled', 9)).toEqual(disabled);
    const enabled = set('enabled', 8);
    expect(enabled).toEqual({ ...before, disabledSpan: { after: 5, through: 8 } });
    expect([5, 6, 8, 9].map((sequence) => wasDisabledAt(enabled, sequence))).toEqual([false, true, true, false]);
    expect(world.takeEvents()).toEqual(['webhook_endpoint.created', 'webhook_endpoint.updated', 'webhook_endpoint.updated']);
    expect(world.audits.at(-1)).toBe('webhook_endpoint.updated');
  });

  it('[WHE-20] refuse an unknown event type', () => {
    expect(create(new World(), 'we_1', ['invoice.paid', 'foo.bar'])).toMatchObject({ code: 'parameter_invalid', param: 'enabled_events' });
  });

  it('[EVT-62] emit their last state when deleted', () => {
    const world = new World();
    create(world, 'we_1');
    world.do(deleteWebhookEndpoint(null, state(world, 'we_1'), world.ctx()));
    expect(world.events.at(-1)).toMatchObject({ type: 'webhook_endpoint.deleted', data: { id: 'we_1', url: 'https://a.test' } });
  });
});
