import { describe, expect, it } from 'vitest';
import { configWith, SAMPLE_OPERATIONS, STREAMING_OPERATION, sampleApp } from '../deployment.ts';
import { ofType, type Resource, resourcesOf, textOf } from '../templates.ts';

const OPERATIONS = [...SAMPLE_OPERATIONS, STREAMING_OPERATION];
const STREAM = { stream: 'on', edge: 'on', account: '111111111111', region: 'eu-west-1', publicBaseUrl: 'https://billing.example.com' };
const usual = resourcesOf(sampleApp(STREAM, OPERATIONS));
const maintained = resourcesOf(sampleApp({ ...STREAM, maintenance: 'on' }, OPERATIONS));

/** Logical ids of the enabled event source mappings. */
const enabledSources = (resources: readonly Resource[]): readonly string[] =>
  ofType(resources, 'AWS::Lambda::EventSourceMapping')
    .filter(({ properties }) => properties.Enabled !== false)
    .map(({ id }) => id);
const scheduleStates = (resources: readonly Resource[]): readonly unknown[] =>
  ofType(resources, 'AWS::Scheduler::Schedule').map(({ properties }) => properties.State);
/** The environment variables of each function of the service and of the stream process, as JSON. */
const environments = (resources: readonly Resource[]): readonly string[] => [
  ...ofType(resources, 'AWS::Lambda::Function')
    .map(({ properties }) => textOf(properties.Environment))
    .filter((environment) => environment.includes('"TABLE_NAME"')),
  ...ofType(resources, 'AWS::ECS::TaskDefinition').map(({ properties }) => textOf(properties.ContainerDefinitions)),
];

describe('maintenance', () => {
  it('stops the sweep, the relay and every worker; only mails with sign-in links are still sent', () => {
    expect(enabledSources(usual).length).toBeGreaterThan(10);
    expect(enabledSources(maintained)).toEqual([expect.stringMatching(/^MailWorkerUrgent/)]);
    expect(scheduleStates(usual)).toEqual(['ENABLED']);
    expect(scheduleStates(maintained)).toEqual(['DISABLED']);
  });

  it('is set in the environment of every function and of the stream process', () => {
    expect(environments(usual).length).toBeGreaterThan(15);
    for (const environment of environments(usual)) expect(environment).not.toContain('MAINTENANCE');
    for (const environment of environments(maintained)) expect(environment).toMatch(/"MAINTENANCE":"1"|"Name":"MAINTENANCE","Value":"1"/);
  });

  it('is turned on without a canary, because the 503 responses of maintenance would cause a rollback', () => {
    const strict = { ...STREAM, stage: 'prod', alarmEmail: 'ops@example.com', domainName: '', mailSender: '' };
    expect(configWith(strict).canary).toBe(true);
    expect(configWith({ ...strict, maintenance: 'on' })).toMatchObject({ maintenance: true, canary: false, versions: true });
  });
});
