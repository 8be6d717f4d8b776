import { describe, expect, it } from 'vitest';
import { loadOperations } from '../../../shared/api/registry.ts';
import { sampleApp } from '../deployment.ts';
import { ofType, resourcesOf, statementsOf, textOf } from '../templates.ts';

const operations = await loadOperations();
const MAX_RESOURCES = 500;
const app = sampleApp({ stage: 'test', alarmEmail: 'ops@example.com' }, operations);
const resources = resourcesOf(app);
const resourcesWithoutConsole = resourcesOf(sampleApp({ stage: 'test', alarmEmail: 'ops@example.com', console: 'off' }, operations));

const entriesIn = (resourceList: typeof resources): readonly string[] =>
  ofType(resourceList, 'AWS::Lambda::Function').map(({ metadata }) => String(metadata['billing:entry']));
const routesIn = (resourceList: typeof resources): readonly string[] =>
  ofType(resourceList, 'AWS::ApiGatewayV2::Route').map(({ properties }) => String(properties['RouteKey']));
const isConsoleRoute = (routeKey: string): boolean => / \/console(\/|$)/.test(routeKey);

describe('the console', () => {
  it('is in a separate stack below the resource limit', () => {
    const consoleResources = resources.filter(({ stack }) => stack === 'billing-test-console');
    expect(consoleResources.length).toBeGreaterThan(50);
    expect(consoleResources.length).toBeLessThan(MAX_RESOURCES);
    expect(routesIn(consoleResources).length).toBeGreaterThan(15);
    expect(routesIn(consoleResources).filter((key) => !isConsoleRoute(key))).toEqual([]);
    expect(routesIn(resources.filter((each) => !consoleResources.includes(each))).filter(isConsoleRoute)).toEqual([]);
    expect(entriesIn(consoleResources).filter((file) => !file.startsWith('functions/console/'))).toEqual([]);
  });

  it('sends messages to the import queue only from import operations, and none to the queue of due work', () => {
    const sending = statementsOf(resources).filter(
      ({ role, actions }) => role.stack === 'billing-test-console' && actions.includes('sqs:SendMessage'),
    );
    const byQueue = (queue: string) =>
      sending.filter((each) => textOf(each.resources).includes(queue)).map(({ role }) => role.id.replace(/Role.*/, ''));
    expect(byQueue('CustomerImport').sort()).toEqual(['ConsoleImportsCheck', 'ConsoleImportsStart', 'ConsoleImportsUndo']);
    expect(byQueue('DueWork')).toEqual([]);
  });

  it('is deployed after the stack with the other routes, so that a route that moves here is deleted there before it is created', () => {
    const { dependencies } = app.synth().getStackByName('billing-test-console');
    expect(dependencies.map(({ id }) => id)).toContain('billing-test-operations');
  });

  it('can be disabled without affecting other routes and functions', () => {
    expect(routesIn(resourcesWithoutConsole).filter(isConsoleRoute)).toEqual([]);
    expect([...routesIn(resourcesWithoutConsole)].sort()).toEqual(
      routesIn(resources)
        .filter((key) => !isConsoleRoute(key))
        .sort(),
    );
    expect([...entriesIn(resourcesWithoutConsole)].sort()).toEqual(
      entriesIn(resources)
        .filter((file) => !file.startsWith('functions/console/'))
        .sort(),
    );
  });
});
