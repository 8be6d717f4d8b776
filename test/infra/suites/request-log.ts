import { describe, expect, it } from 'vitest';
import { isStreaming, loadOperations } from '../../../shared/api/registry.ts';
import { sampleApp } from '../deployment.ts';
import { ofType, resourcesOf, textOf } from '../templates.ts';

const operations = await loadOperations();
const settings = { stage: 'test', alarmEmail: 'ops@example.com' };
const resources = resourcesOf(sampleApp(settings, operations));
const filtersIn = (all: typeof resources) => ofType(all, 'AWS::Logs::SubscriptionFilter');

describe('the request log', () => {
  it('gets the request lines of every function that is called with an API key and does not stream, and of no other function', () => {
    const withKey = operations.filter((each) => each.operation.auth.kind === 'api_key' && !isStreaming(each));
    const filters = filtersIn(resources);
    expect(filters.length).toBe(withKey.length);
    expect(new Set(filters.map(({ properties }) => properties['FilterPattern']))).toEqual(
      new Set(['{ $.kind = "request" && $.key = "ak_*" }']),
    );
    expect(new Set(filters.map(({ properties }) => textOf(properties['LogGroupName']))).size).toBe(filters.length);
  });

  it('is written by a function that only CloudWatch Logs of the account may call', () => {
    const permissions = ofType(resources, 'AWS::Lambda::Permission').filter(
      ({ properties }) => properties['Principal'] === 'logs.amazonaws.com',
    );
    expect(permissions.map(({ properties }) => [textOf(properties['SourceAccount']), textOf(properties['SourceArn'])])).toEqual([
      [expect.stringContaining('AWS::AccountId'), expect.stringContaining('log-group:*')],
    ]);
  });

  it('has no subscription filters in an emulator', () => {
    const emulated = resourcesOf(sampleApp({ stage: 'test', emulator: '1' }, operations));
    expect(filtersIn(emulated)).toEqual([]);
  });
});
