import { describe, expect, it } from 'vitest';
import { PROVIDER_WEBHOOKS } from '../../../shared/api/serve/edge.ts';
import { configWith, realApp } from '../deployment.ts';
import { ofType, type Resource, resourcesOf } from '../templates.ts';

interface Throttle {
  readonly ThrottlingRateLimit: number;
  readonly ThrottlingBurstLimit: number;
}

const stageIn = (resources: readonly Resource[]): Resource => {
  const [stage, ...others] = ofType(resources, 'AWS::ApiGatewayV2::Stage');
  if (stage === undefined || others.length > 0) throw new Error('There is not exactly one stage.');
  return stage;
};
const defaultOf = ({ properties }: Resource): Throttle => properties.DefaultRouteSettings as Throttle;
const settingsOf = ({ properties }: Resource): Readonly<Record<string, Throttle>> =>
  properties.RouteSettings as Readonly<Record<string, Throttle>>;

describe('the throttles of the API', () => {
  const resources = resourcesOf(realApp({}));
  const routes = ofType(resources, 'AWS::ApiGatewayV2::Route');
  const routeOf = (routeKey: string): Resource | undefined => routes.find(({ properties }) => properties.RouteKey === routeKey);
  const stage = stageIn(resources);

  it('give the routes of provider webhooks, and no others, a separate rate and burst', () => {
    const webhooks = routes.map(({ properties }) => String(properties.RouteKey)).filter((key) => key.includes(` ${PROVIDER_WEBHOOKS}`));
    expect(webhooks).toEqual(['POST /provider/webhooks/{account_id}/{mode}/{payment_id}']);
    expect(Object.keys(settingsOf(stage))).toEqual(webhooks);
    const { throttle, providerWebhookThrottle } = configWith();
    expect(defaultOf(stage)).toEqual({ ThrottlingRateLimit: throttle.requestsPerSecond, ThrottlingBurstLimit: throttle.burst });
    for (const each of Object.values(settingsOf(stage))) {
      expect(each).toEqual({
        ThrottlingRateLimit: providerWebhookThrottle.requestsPerSecond,
        ThrottlingBurstLimit: providerWebhookThrottle.burst,
      });
      expect(each.ThrottlingRateLimit).not.toBe(throttle.requestsPerSecond);
      expect(each.ThrottlingBurstLimit).not.toBe(throttle.burst);
    }
  });

  it('are set after their routes are created, because API Gateway refuses unknown routes', () => {
    for (const routeKey of Object.keys(settingsOf(stage))) {
      const route = routeOf(routeKey);
      expect(route?.stack, routeKey).toBe(stage.stack);
      expect(stage.dependsOn, routeKey).toContain(route?.id);
    }
  });

  it('can be set per deployment', () => {
    const { properties } = stageIn(
      resourcesOf(realApp({ requestsPerSecond: '50', requestBurst: '60', providerWebhooksPerSecond: '70', providerWebhookBurst: '80' })),
    );
    expect(properties.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 50, ThrottlingBurstLimit: 60 });
    expect(Object.values(properties.RouteSettings as object)).toEqual([{ ThrottlingRateLimit: 70, ThrottlingBurstLimit: 80 }]);
  });

  it('exist before a domain is mapped to the stage', () => {
    const domain = { domainName: 'api.example.com', certificateArn: 'arn:aws:acm:eu-west-1:111111111111:certificate/1' };
    const withDomain = resourcesOf(realApp(domain));
    const { id, stack } = stageIn(withDomain);
    for (const mapping of ofType(withDomain, 'AWS::ApiGatewayV2::ApiMapping')) {
      expect(mapping.stack).toBe(stack);
      expect(mapping.properties.Stage).toBe('$default');
      expect(mapping.dependsOn).toContain(id);
    }
  });
});
