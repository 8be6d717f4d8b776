import { SAMPLE_OPERATIONS, STREAMING_OPERATION, sampleApp } from './deployment.ts';
import { ofType, type Resource, resourcesOf, textOf } from './templates.ts';

/** The resources of a deployment with all optional parts. */
export const completeResources = resourcesOf(
  sampleApp(
    {
      alarmEmail: 'ops@example.com',
      mailSender: 'billing@example.com',
      stream: 'on',
      edge: 'on',
      account: '111111111111',
      region: 'eu-central-1',
      backupRegion: 'eu-west-1',
      publicBaseUrl: 'https://billing.example',
    },
    [...SAMPLE_OPERATIONS, STREAMING_OPERATION],
  ),
);

/** The alarms that are sent to people: all except those that are parts of a composite alarm. */
export const alarmsIn = (all: readonly Resource[]): readonly Resource[] => {
  const composite = ofType(all, 'AWS::CloudWatch::CompositeAlarm');
  const rules = textOf(composite.map(({ properties }) => properties.AlarmRule));
  return [...ofType(all, 'AWS::CloudWatch::Alarm').filter(({ id }) => !rules.includes(`"${id}"`)), ...composite];
};

/** The construct id of an alarm, without the hash and without parts that do not identify it. */
export const nameOf = ({ id }: Resource): string =>
  id
    .replace(/[0-9A-F]{8}$/, '')
    .replace(/^.*(NotEmpty|SetAside)$/, '$1')
    .replace(/^CanaryAlarms/, '')
    .replace(/Both$/, '');
