import { describe, expect, it } from 'vitest';
import { realResources, sampleApp } from '../deployment.ts';
import { ofType, type Resource, resourcesOf, textOf } from '../templates.ts';

/** The whole service in the stage `dev`, which has no canary. */
const resources = realResources();

const stacksOf = (all: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> =>
  new Map(all.map(({ stack }) => [stack, all.filter((each) => each.stack === stack)]));

/** The ids of the resources of the same template that a resource needs: references in its properties, and `DependsOn`. */
const neededIds = ({ properties, dependsOn }: Resource): readonly string[] => {
  const text = textOf(properties);
  const references = [...text.matchAll(/"Ref":"([^"]+)"/g), ...text.matchAll(/"Fn::GetAtt":\["([^"]+)"/g), ...text.matchAll(/\$\{(\w+)/g)];
  return [...references.map(([, id = '']) => id), ...dependsOn];
};

/** Returns the ids of the resources that CloudFormation could never create, because they need each other. */
const idsInCycles = (all: readonly Resource[]): readonly string[] => {
  let remaining = all;
  for (;;) {
    const ids = new Set(remaining.map(({ id }) => id));
    const next = remaining.filter((each) => neededIds(each).some((id) => ids.has(id)));
    if (next.length === remaining.length) return next.map(({ id }) => id);
    remaining = next;
  }
};

/**
 * Expects that these resources of a stack are created in `lanes` chains, so that at most `lanes` are created at the same time. `ends`: the
 * resources that the next one in a chain waits for. Each resource depends on at most one of them, no two depend on the same one, and only
 * the first of each chain depends on none.
 */
const expectLanes = (all: readonly Resource[], ends: readonly Resource[], lanes: number): void => {
  const endIds = new Set(ends.map(({ id }) => id));
  const previous = all.map(({ dependsOn }) => dependsOn.filter((id) => endIds.has(id)));
  const used = previous.flat();
  expect(new Set(used).size).toBe(used.length);
  expect(previous.filter((each) => each.length > 1)).toEqual([]);
  expect(previous.filter((each) => each.length === 0)).toHaveLength(Math.min(lanes, all.length));
};

describe('a deployment', () => {
  it('creates at most three subscription filters of a stack at the same time', () => {
    const filters = ofType(resources, 'AWS::Logs::SubscriptionFilter');
    expect(filters.length).toBeGreaterThan(100);
    for (const inStack of stacksOf(filters).values()) expectLanes(inStack, inStack, 3);
  });

  it('creates at most four routes of a stack at the same time, each after its integration', () => {
    const routes = stacksOf(ofType(resources, 'AWS::ApiGatewayV2::Route'));
    expect([...routes.keys()].sort()).toEqual(['billing-dev-console', 'billing-dev-operations']);
    for (const [stack, inStack] of routes) {
      const integrations = ofType(resources, 'AWS::ApiGatewayV2::Integration').filter((each) => each.stack === stack);
      expect(integrations).toHaveLength(inStack.length);
      for (const { properties, id } of inStack)
        expect(
          integrations.filter((each) => textOf(properties.Target).includes(`"${each.id}"`)),
          id,
        ).toHaveLength(1);
      expectLanes(integrations, inStack, 4);
    }
  });

  it('creates the stage after all routes of its stack', () => {
    const [stage] = ofType(resources, 'AWS::ApiGatewayV2::Stage');
    const routes = ofType(resources, 'AWS::ApiGatewayV2::Route').filter(({ stack }) => stack === stage?.stack);
    expect(routes.length).toBeGreaterThan(150);
    expect(stage?.dependsOn).toEqual(expect.arrayContaining(routes.map(({ id }) => id)));
  });

  it('creates the nested stacks one after the other, also without a canary', () => {
    const nested = ofType(resources, 'AWS::CloudFormation::Stack').filter(({ stack }) => stack === 'billing-dev-operations');
    expect(nested.length).toBeGreaterThan(2);
    expectLanes(nested, nested, 1);
  });

  it('creates the domains of the API one after the other', () => {
    const domain = { domainName: 'api.example.com', certificateArn: 'arn:aws:acm:eu-west-1:111111111111:certificate/1' };
    const domains = ofType(
      resourcesOf(sampleApp({ ...domain, accountDomains: 'pay.shop.example, billing.other.example' })),
      'AWS::ApiGatewayV2::DomainName',
    );
    expect(domains).toHaveLength(3);
    expectLanes(domains, domains, 1);
  });

  it('has no resources that need each other', () => {
    for (const [stack, inStack] of stacksOf(resources)) expect(idsInCycles(inStack), stack).toEqual([]);
    const [one, other] = resources;
    const cycle = [one, other].map((each, index) => ({ ...(each as Resource), id: `${index}`, dependsOn: [`${1 - index}`] }));
    expect(idsInCycles(cycle)).toEqual(['0', '1']);
  });
});
