import { EventBridgeClient, type EventBridgeClientConfig } from '@aws-sdk/client-eventbridge';
import { SFNClient, type SFNClientConfig } from '@aws-sdk/client-sfn';
import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { AWS_CALL_TIMEOUTS } from '../platform/aws-calls.ts';
import { JSON_1_0, openLeanClient } from './lean-client.ts';

// Clients that skip the SDK's costly steps (decision 0065). `overrides`: settings that the environment does not provide.

/** Opens a client of Amazon SQS. `x-amzn-query-mode` requests the error codes that the SDK knows. */
export const openQueueClient = (overrides: SQSClientConfig = {}): SQSClient =>
  openLeanClient(
    SQSClient,
    { requestHandler: AWS_CALL_TIMEOUTS, ...overrides },
    { targetPrefix: 'AmazonSQS', headers: { ...JSON_1_0, 'x-amzn-query-mode': 'true' } },
  );

/** Opens a client of Amazon EventBridge. */
export const openBusClient = (overrides: EventBridgeClientConfig = {}): EventBridgeClient =>
  openLeanClient(
    EventBridgeClient,
    { requestHandler: AWS_CALL_TIMEOUTS, ...overrides },
    { targetPrefix: 'AWSEvents', headers: { 'content-type': 'application/x-amz-json-1.1' } },
  );

/** Opens a client of AWS Step Functions. */
export const openStateMachineClient = (overrides: SFNClientConfig = {}): SFNClient =>
  openLeanClient(SFNClient, { requestHandler: AWS_CALL_TIMEOUTS, ...overrides }, { targetPrefix: 'AWSStepFunctions', headers: JSON_1_0 });
