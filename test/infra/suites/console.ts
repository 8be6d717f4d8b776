import { describe, expect, it } from 'vitest';
import { loadOperations } from '../../../shared/api/registry.ts';
import { sampleApp } from '../deployment.ts';
import { ofType, resourcesOf, statementsOf, textOf } from '../templates.ts';

const operations = await loadOperations();
const AWS_MOST_RESOURCES = 500;

const app = sampleApp({ stage: 'test' }, operations);
const resources = resourcesOf(app);
const without = resourcesOf(sampleApp({ stage: 'test', console: 'off' }, operations));

const entriesIn = (given: typeof resources): readonly string[] =>
  ofType(given, 'AWS::Lambda::Function').map(({ metadata }) => String(metadata['billing:entry']));
const routesIn = (given: typeof resources): readonly string[] =>
  ofType(given, 'AWS::ApiGatewayV2::Route').map(({ properties }) => String(properties['RouteKey']));
const isConsoleRoute = (routeKey: string): boolean => / \/console(\/|$)/.test(routeKey);

describe('the console', () => {
  it('is in a separate stack, which is small enough', () => {
    const own = resources.filter(({ stack }) => stack === 'billing-test-console');
    expect(own.length).toBeGreaterThan(50);
    expect(own.length).toBeLessThan(AWS_MOST_RESOURCES);
    expect(routesIn(own).length).toBeGreaterThan(15);
    expect(routesIn(own).filter((key) => !isConsoleRoute(key))).toEqual([]);
    expect(routesIn(resources.filter((each) => !own.includes(each))).filter(isConsoleRoute)).toEqual([]);
    expect(entriesIn(own).filter((file) => !file.startsWith('functions/console/'))).toEqual([]);
  });

  it('wakes the worker of imports by the operations that have it do something, and no other queue', () => {
    const sending = statementsOf(resources).filter(
      ({ role, actions }) => role.stack === 'billing-test-console' && actions.includes('sqs:SendMessage'),
    );
    const byQueue = (queue: string) =>
      sending.filter((each) => textOf(each.resources).includes(queue)).map(({ role }) => role.id.replace(/Role.*/, ''));
    expect(byQueue('CustomerImport').sort()).toEqual(['ConsoleImportsCheck', 'ConsoleImportsStart', 'ConsoleImportsUndo']);
    expect(byQueue('DueWork')).toEqual([]);
  });

  it('comes after the stack with the other routes, which gives up what moves here', () => {
    const { dependencies } = app.synth().getStackByName('billing-test-console');
    expect(dependencies.map(({ id }) => id)).toContain('billing-test-operations');
  });

  it('may be left out, and nothing else with it', () => {
    expect(routesIn(without).filter(isConsoleRoute)).toEqual([]);
    expect([...routesIn(without)].sort()).toEqual(
      routesIn(resources)
        .filter((key) => !isConsoleRoute(key))
        .sort(),
    );
    expect([...entriesIn(without)].sort()).toEqual(
      entriesIn(resources)
        .filter((file) => !file.startsWith('functions/console/'))
        .sort(),
    );
  });
});
