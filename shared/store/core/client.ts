import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { CALL_LIMITS } from '../../platform/aws-calls.ts';
import { LEAN_SIGNING, useLeanSteps } from './client-steps.ts';

/**
 * A process makes some hundred calls a second, each answered within a few milliseconds, so a few sockets are enough. 50 sockets allow for
 * slow responses; more would only cost handshakes. Further calls wait in order.
 */
const MOST_SOCKETS = 50;
const SOCKETS = { maxSockets: MOST_SOCKETS };

/**
 * Opens a client with the service's settings, for `tableOf`: its calls take and return values as they are sent (`wire.ts`). `overrides`:
 * endpoint and credentials, if the environment does not provide them. `cacheMiddleware` builds the steps of a kind of call once instead
 * of for each call.
 */
export const openClient = (overrides: DynamoDBClientConfig): DynamoDBClient => {
  const requestHandler = { ...CALL_LIMITS, httpAgent: SOCKETS, httpsAgent: SOCKETS };
  const client = new DynamoDBClient({
    maxAttempts: 4,
    cacheMiddleware: true,
    requestHandler,
    httpAuthSchemes: [LEAN_SIGNING],
    ...overrides,
  });
  useLeanSteps(client);
  return client;
};
