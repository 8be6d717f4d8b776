import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alarmRuleOf, firstAlarmSeconds } from '../../../scripts/test-deploy/canary/alarms.ts';
import { METRIC_LINES } from '../../../shared/platform/log-lines.ts';
import { realApp, sampleApp, sampleResources } from '../deployment.ts';
import { ofType, type Resource, resourcesOf, textOf } from '../templates.ts';

const app = realApp({ stage: 'prod', alarmEmail: 'on-call@example.com' });
const resources = resourcesOf(app);
const functions = ofType(resources, 'AWS::Lambda::Function');
/** Files of the steps of state machines. A state machine calls a version of each step. All other functions are called by an alias. */
const STEP_FILES = /^functions\/schedules\//;
const isStep = ({ metadata }: Resource): boolean => STEP_FILES.test(String(metadata['billing:entry']));

/** The resource in the same stack to which a property refers. */
const referencedResource = (value: unknown, { stack }: Resource, type: string): Resource | undefined =>
  ofType(resources, type).find((each) => each.stack === stack && textOf(value).includes(`"${each.id}"`));

describe('a release with a canary', () => {
  it('shifts a tenth of the calls of each function first, and is rolled back by alarms and failures', () => {
    const aliases = ofType(resources, 'AWS::Lambda::Alias');
    const withAlias = functions.filter((each) => !isStep(each));
    expect(withAlias.length).toBeGreaterThan(150);
    expect(aliases).toHaveLength(withAlias.length);
    for (const each of withAlias) {
      const [alias] = aliases.filter((one) => one.stack === each.stack && textOf(one.properties.FunctionName).includes(`"${each.id}"`));
      expect(alias?.properties.Name, each.id).toBe('live');
    }
    const groups = ofType(resources, 'AWS::CodeDeploy::DeploymentGroup');
    // The function for the scripts of pages has no group and is replaced at once: a script works only with the chunks of its version.
    expect(groups).toHaveLength(aliases.length - 1);
    const alarmNames = ['server-errors', 'faults', 'crashes', 'never-succeeded'].map((name) => `billing-prod-canary-${name}`);
    for (const { properties, id } of groups) {
      expect(properties.DeploymentConfigName, id).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
      const { Enabled, Alarms } = properties.AlarmConfiguration as { readonly Enabled: boolean; readonly Alarms: readonly unknown[] };
      expect(Enabled).toBe(true);
      for (const name of alarmNames) expect(textOf(Alarms)).toContain(name);
      expect(properties.AutoRollbackConfiguration).toEqual({
        Enabled: true,
        Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM']),
      });
    }
    // CloudFormation shifts the alias through its deployment group only with this policy.
    const aliasesWithoutCanary = aliases.filter(({ updatePolicy }) => !textOf(updatePolicy).includes('CodeDeployLambdaAliasUpdate'));
    expect(aliasesWithoutCanary.map((alias) => textOf(alias.properties.FunctionName))).toEqual([expect.stringMatching(/asset/i)]);
    const alarms = ofType(resources, 'AWS::CloudWatch::Alarm').filter(({ properties }) =>
      alarmNames.includes(String(properties.AlarmName)),
    );
    expect(alarms.map(({ properties }) => [properties.Period, properties.EvaluationPeriods, properties.Threshold])).toEqual([
      [60, 1, 5],
      [60, 1, 5],
      [60, 1, 1],
      [60, 1, 1],
    ]);
  });

  it('is rolled back by one crash, or one failure of a process before its first success; a minute without calls raises no alarm', () => {
    const ruleOf = (name: string) => {
      const [alarm] = ofType(resources, 'AWS::CloudWatch::Alarm').filter(
        ({ properties }) => properties.AlarmName === `billing-prod-canary-${name}`,
      );
      return alarmRuleOf(alarm?.properties ?? {});
    };
    // Without dimensions, the metric includes the calls of all functions, also those that an alias routes to its second version.
    expect(ruleOf('crashes')).toMatchObject({ namespace: 'AWS/Lambda', metricName: 'Errors', dimensions: {} });
    expect(ruleOf('never-succeeded')).toMatchObject({
      namespace: 'billing-prod-observability',
      metricName: 'Lines',
      dimensions: { kind: METRIC_LINES.neverSucceeded },
    });
    const minutes = (...values: readonly number[]) => values.map((value, index) => ({ startSeconds: 60 * index, value }));
    const alarmSecondsAfterOneFailure = { 'server-errors': null, faults: null, crashes: 120, 'never-succeeded': 120 };
    for (const [name, expected] of Object.entries(alarmSecondsAfterOneFailure)) {
      const rule = ruleOf(name);
      expect(firstAlarmSeconds(rule, [], 0, 300), name).toBeNull();
      expect(firstAlarmSeconds(rule, minutes(0, 0, 0, 0, 0), 0, 300), name).toBeNull();
      expect(firstAlarmSeconds(rule, minutes(0, 1), 0, 300), name).toBe(expected);
      expect(firstAlarmSeconds(rule, minutes(0, 5), 0, 300), name).toBe(120);
    }
  });

  it('lets routes, queues and the stream of the table call functions by their aliases', () => {
    for (const mapping of ofType(resources, 'AWS::Lambda::EventSourceMapping'))
      expect(referencedResource(mapping.properties.FunctionName, mapping, 'AWS::Lambda::Alias'), mapping.id).toBeDefined();
    const permissions = ofType(resources, 'AWS::Lambda::Permission').filter(
      ({ properties }) => properties.Principal === 'apigateway.amazonaws.com',
    );
    expect(permissions.length).toBeGreaterThan(150);
    for (const each of permissions)
      expect(referencedResource(each.properties.FunctionName, each, 'AWS::Lambda::Alias'), each.id).toBeDefined();
    for (const { properties, id } of ofType(resources, 'AWS::ApiGatewayV2::Integration'))
      expect(textOf(properties.IntegrationUri), id).toMatch(/Live/);
  });

  it('changes state machines and their functions together: a definition calls versions, which are kept for running executions', () => {
    for (const machine of ofType(resources, 'AWS::StepFunctions::StateMachine')) {
      const { DefinitionSubstitutions: substitutions } = machine.properties;
      const steps = Object.entries(substitutions as Readonly<Record<string, unknown>>).filter(([name]) => name.endsWith('FunctionArn'));
      expect(steps.length).toBeGreaterThan(0);
      for (const [name, arn] of steps) expect(referencedResource(arn, machine, 'AWS::Lambda::Version'), name).toBeDefined();
    }
    for (const step of functions.filter(isStep)) {
      const [version] = ofType(resources, 'AWS::Lambda::Version').filter(({ properties }) =>
        textOf(properties.FunctionName).includes(`"${step.id}"`),
      );
      // CloudFormation deletes a version only if its creation is rolled back, so that a retry can create it.
      expect(version?.deletionPolicy, step.id).toBe('RetainExceptOnCreate');
    }
  });

  it('stays within the limits of 1 MB per template and 500 resources per stack', () => {
    const { directory } = app.synth();
    const templates = readdirSync(directory).filter((file) => file.endsWith('template.json'));
    expect(templates.length).toBeGreaterThan(10);
    for (const file of templates) expect(statSync(join(directory, file)).size, file).toBeLessThan(1_000_000);
    const counts = new Map<string, number>();
    for (const { stack } of resources) counts.set(stack, (counts.get(stack) ?? 0) + 1);
    for (const [stack, count] of counts) expect(count, stack).toBeLessThanOrEqual(500);
  });

  it('can be switched off: versions and aliases stay, and an alias changes to a new version at once', () => {
    const settings = { stage: 'prod', alarmEmail: 'on-call@example.com' };
    const [on, off] = [resourcesOf(sampleApp(settings)), resourcesOf(sampleApp({ ...settings, canary: 'off' }))];
    const idsOf = (all: readonly Resource[], type: string) => ofType(all, type).map(({ id }) => id);
    for (const type of ['AWS::Lambda::Version', 'AWS::Lambda::Alias', 'AWS::Lambda::Permission', 'AWS::ApiGatewayV2::Integration'])
      expect(idsOf(off, type), type).toEqual(idsOf(on, type));
    expect(ofType(off, 'AWS::Lambda::Alias').map(({ updatePolicy }) => updatePolicy)).toEqual(
      ofType(off, 'AWS::Lambda::Alias').map(() => undefined),
    );
    for (const type of ['AWS::CodeDeploy::DeploymentGroup', 'AWS::CodeDeploy::Application', 'AWS::CodeDeploy::DeploymentConfig'])
      expect(ofType(off, type)).toEqual([]);
    expect(textOf(ofType(off, 'AWS::CloudWatch::Alarm'))).not.toContain('Rolls back');
  });

  it('is not in the stage dev, which has no versions and aliases', () => {
    for (const type of ['AWS::Lambda::Version', 'AWS::Lambda::Alias', 'AWS::CodeDeploy::DeploymentGroup', 'AWS::CodeDeploy::Application'])
      expect(ofType(sampleResources(), type)).toEqual([]);
  });

  it('is not in an emulator, which has versions and aliases, but no CodeDeploy', () => {
    const emulated = resourcesOf(sampleApp({ stage: 'test', emulator: '1' }));
    expect(ofType(emulated, 'AWS::Lambda::Alias').length).toBeGreaterThan(0);
    for (const { properties, id } of ofType(emulated, 'AWS::ApiGatewayV2::Integration'))
      expect(textOf(properties.IntegrationUri), id).toMatch(/Live/);
    for (const type of ['AWS::CodeDeploy::DeploymentGroup', 'AWS::CodeDeploy::Application']) expect(ofType(emulated, type)).toEqual([]);
    expect(textOf(ofType(emulated, 'AWS::CloudWatch::Alarm'))).not.toContain('Rolls back');
  });

  it('shifts the functions of the nested stacks one stack after the other', () => {
    const nested = ofType(resources, 'AWS::CloudFormation::Stack').filter(({ stack }) => stack === 'billing-prod-operations');
    expect(nested.length).toBeGreaterThan(2);
    const waiting = nested.filter(({ dependsOn }) => dependsOn.some((id) => nested.some((other) => other.id === id)));
    expect(waiting).toHaveLength(nested.length - 1);
  });
});
