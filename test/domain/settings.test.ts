import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../shared/domain/api-key/create.ts';
import { apiKeyAggregate } from '../../shared/domain/api-key/record.ts';
import { revokeApiKey } from '../../shared/domain/api-key/revoke.ts';
import { failAdvance, finishAdvance, moveClockTo, startAdvance } from '../../shared/domain/test-clock/advance.ts';
import { createTestClock } from '../../shared/domain/test-clock/create.ts';
import { testClockAggregate } from '../../shared/domain/test-clock/record.ts';
import { createWebhookEndpoint } from '../../shared/domain/webhook-endpoint/create.ts';
import { wasDisabledAt, webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { deleteWebhookEndpoint, updateWebhookEndpoint } from '../../shared/domain/webhook-endpoint/update.ts';
import { DAY, START, World } from './world.ts';

describe('webhook endpoints', () => {
  const secret = { ciphertext: 'sealed', fingerprint: '0123456789ab' };
  const create = (world: World, id: string, enabledEvents?: string[]) =>
    world.apply(createWebhookEndpoint({ id, url: 'https://a.test', secret, enabledEvents, lastSequence: 3 }, null, world.ctx()));
  const state = (world: World, id: string) => ({ endpoint: world.get(webhookEndpointAggregate, id), lastSequence: 7 });

  it('are limited to sixteen, including disabled ones, without deleted ones', () => {
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

describe('API keys', () => {
  const BY_OPERATOR = { type: 'operator_command', id: null } as const;
  const keyFields = { prefix: 'svc_test_0123456', hash: 'h', pepperVersion: '1', label: null };
  const create = (scopes: string[] | null, creatorScopes: string[]) => {
    const world = new World();
    const isKnownScope = (name: string) => name.startsWith('customers:');
    return world.apply(createApiKey({ ...keyFields, scopes }, { creatorScopes, isKnownScope, createdBy: BY_OPERATOR }, world.ctx()));
  };

  it('[KEY-10] [KEY-11] [KEY-12] inherit scopes, which can be narrowed but not widened, and must exist', () => {
    expect(create(null, ['customers:read'])).toMatchObject({ scopes: ['customers:read'] });
    expect(create(['customers:read'], ['*'])).toMatchObject({ scopes: ['customers:read'] });
    for (const [requestedScopes, creatorScopes] of [
      [['customers:write'], ['customers:read']],
      [['*'], ['customers:read']],
      [['foo:bar'], ['*']],
    ] as const) {
      expect(create([...requestedScopes], [...creatorScopes])).toMatchObject({ code: 'parameter_invalid', param: 'scopes' });
    }
  });

  it('keep the time of the first revocation', () => {
    const world = new World();
    const key = world.do(
      createApiKey(
        { ...keyFields, scopes: ['*'] },
        { creatorScopes: ['*'], isKnownScope: () => true, createdBy: BY_OPERATOR },
        world.ctx(),
      ),
    );
    const revoke = () => world.do(revokeApiKey(null, { key: world.get(apiKeyAggregate, key.id) }, world.ctx()));
    revoke();
    world.now += DAY;
    expect(revoke().revokedAt).toBe(START);
  });
});

describe('test clocks', () => {
  const setup = (frozenTime = START) => {
    const world = new World();
    const { id } = world.do(createTestClock({ frozenTime }, null, world.ctx()));
    return { world, clock: () => world.get(testClockAggregate, id) };
  };
  const TWO_MONTHS_LATER = Date.UTC(2026, 2, 31, 12) / 1000;

  it.each([
    ['to the same second', START, [], false],
    ['one second forward', START + 1, [], true],
    ['two years without a subscription', Date.UTC(2028, 0, 31, 12) / 1000, [], true],
    ['a second more than two years', Date.UTC(2028, 0, 31, 12) / 1000 + 1, [], false],
    ['two months with a monthly subscription', TWO_MONTHS_LATER, ['year', 'month'], true],
    ['a second more than two months with a monthly subscription', TWO_MONTHS_LATER + 1, ['month'], false],
  ] as const)('advance %s', (_name, frozenTime, intervals, allowed) => {
    const { world, clock } = setup();
    const outcome = world.apply(startAdvance({ frozenTime }, { clock: clock(), intervals }, world.ctx()));
    expect(outcome).toMatchObject(allowed ? { status: 'advancing' } : { code: 'parameter_invalid', param: 'frozen_time' });
  });

  it('only move forward, and are ready at their target', () => {
    const { world, clock } = setup();
    world.do(startAdvance({ frozenTime: START + 9 }, { clock: clock(), intervals: [] }, world.ctx()));
    const secondAdvance = startAdvance({ frozenTime: START + 20 }, { clock: clock(), intervals: [] }, world.ctx());
    expect(secondAdvance).toMatchObject({ code: 'state_conflict' });
    for (const [moment, expected] of [
      [START + 5, START + 5],
      [START + 3, START + 5],
      [START + 99, START + 9],
    ] as const) {
      expect(world.do(moveClockTo({ moment }, { clock: clock() }, world.ctx())).frozenTime).toBe(expected);
    }
    world.do(finishAdvance(null, { clock: clock() }, world.ctx()));
    expect(finishAdvance(null, { clock: clock() }, world.ctx())).toMatchObject({ changes: [] });
    expect(world.view(testClockAggregate, clock().record.id)).toMatchObject({ status: 'ready', frozen_time: START + 9 });
    expect(testClockAggregate.dueOf?.(clock().record)).toBeNull();
  });

  it('keep the reached time after a failed advance', () => {
    const { world, clock } = setup();
    world.do(startAdvance({ frozenTime: START + 9 }, { clock: clock(), intervals: [] }, world.ctx()));
    world.do(moveClockTo({ moment: START + 4 }, { clock: clock() }, world.ctx()));
    expect(world.do(failAdvance(null, { clock: clock() }, world.ctx()))).toMatchObject({ status: 'failed', frozenTime: START + 4 });
  });

  it.each([Date.UTC(1999, 11, 31) / 1000, Date.UTC(2101, 0, 1) / 1000])('refuse the time %i', (frozenTime) => {
    const world = new World();
    expect(world.apply(createTestClock({ frozenTime }, null, world.ctx()))).toMatchObject({ param: 'frozen_time' });
  });
});
