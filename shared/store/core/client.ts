import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { AWS_CALL_TIMEOUTS } from '../../platform/aws-calls.ts';
import { JSON_1_0, openLeanClient } from '../../ports/lean-client.ts';

/**
 * A process makes several hundred calls a second, each answered within a few milliseconds, so a few sockets are enough. 50 sockets allow
 * for slow responses; more would only cost handshakes. Calls that find no free socket wait in order.
 */
const MAX_SOCKETS = 50;
const SOCKETS = { maxSockets: MAX_SOCKETS };

/**
 * Opens a client with the service's settings, for `tableOf`. Its commands take and return values in the format of DynamoDB's protocol
 * (`wire.ts`), without the conversions of the SDK. `overrides`: endpoint and credentials, if the environment does not provide them.
 */
export const openClient = (overrides: DynamoDBClientConfig): DynamoDBClient => {
  const requestHandler = { ...AWS_CALL_TIMEOUTS, httpAgent: SOCKETS, httpsAgent: SOCKETS };
  return openLeanClient(
    DynamoDBClient,
    { maxAttempts: 4, requestHandler, ...overrides },
    { targetPrefix: 'DynamoDB_20120810', headers: JSON_1_0 },
  );
};
