import { CloudWatchClient, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';

const REASON = 'Test of the receivers of alarms (npm run account -- alarm-test). Nothing is wrong.';

/**
 * Sets the deployment's test alarm to ALARM, so that CloudWatch notifies the receivers of alarms; returns the alarm's name. CloudWatch
 * resets the alarm at its next evaluation, within minutes. Throws for the local service, which has no alarms.
 */
export const raiseTestAlarm = async (): Promise<string> => {
  const name = process.env['TEST_ALARM_NAME'];
  if (name === undefined) throw new Error('The local service has no alarms: select a deployment with --stage.');
  const client = new CloudWatchClient();
  try {
    await client.send(new SetAlarmStateCommand({ AlarmName: name, StateValue: 'ALARM', StateReason: REASON }));
    return name;
  } finally {
    client.destroy();
  }
};
