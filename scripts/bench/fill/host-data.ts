import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { createAccount } from '../../../shared/flows/accounts/create.ts';
import type { FlowDeps } from '../../../shared/flows/deps.ts';
import { idSource } from '../../../shared/platform/ids.ts';
import { awsSecrets } from '../../../shared/ports/aws-secrets.ts';
import { newCapacityCounter } from '../../../shared/store/core/capacity-counter.ts';
import { tableOf } from '../../../shared/store/core/table.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { environmentOfHost } from '../../local/run-file.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '../../local/settings.ts';

export interface BenchAccount {
  readonly accountId: string;
  readonly testKey: string;
  readonly liveKey: string;
}

/** The data of a running host. This process accesses it directly instead of through the API, so no rate limits apply. */
export interface HostData {
  readonly tableName: string;
  readonly client: DynamoDBClient;
  /** Dependencies of the service's flows, connected to the host's sandbox provider. */
  readonly flow: FlowDeps;
  readonly makeAccounts: (count: number) => Promise<readonly BenchAccount[]>;
  /** Starts the sweep, as its schedule does every minute. */
  readonly sweep: () => Promise<void>;
  readonly close: () => void;
}

const noCredential = async (): Promise<never> => {
  throw new Error('Accounts of a measurement have no provider credential.');
};

/** Opens the data of the host that runs with this directory. Throws if none runs. */
export const openHostData = (dataDirectory: string): HostData => {
  const environment = environmentOfHost(dataDirectory);
  if (environment === null) throw new Error(`No host runs with the data directory ${dataDirectory}.`);
  const setting = (name: string): string => {
    const value = environment[name];
    if (value === undefined) throw new Error(`The environment of the host has no ${name}.`);
    return value;
  };
  const clientOptionsOf = (service: string) => ({
    endpoint: setting(`AWS_ENDPOINT_URL_${service}`),
    region: LOCAL_REGION,
    credentials: LOCAL_CREDENTIALS,
  });
  const client = new DynamoDBClient(clientOptionsOf('DYNAMODB'));
  const tableName = setting('TABLE_NAME');
  const nowMs = (): number => Date.now();
  const ids = idSource(nowMs);
  const secretsClient = new SecretsManagerClient(clientOptionsOf('SECRETS_MANAGER'));
  const secrets = awsSecrets(setting('KEY_PEPPER_SECRET_ARN'), { nowMs, onReadFailure: () => undefined }, secretsClient);
  const stateMachines = new SFNClient(clientOptionsOf('SFN'));
  const store = openStore(tableOf(client, tableName, newCapacityCounter()), { nowMs, ids });
  const flow: FlowDeps = {
    store,
    ids,
    nowMs,
    baseUrl: setting('PUBLIC_BASE_URL'),
    secrets,
    decryptCredential: noCredential,
    providerBaseUrl: setting('PROVIDER_BASE_URL'),
    sandboxServed: true,
  };
  return {
    tableName,
    client,
    flow,
    makeAccounts: async (count) => {
      const peppers = await secrets.apiKeyPeppers();
      const accounts: BenchAccount[] = [];
      while (accounts.length < count)
        accounts.push(await createAccount({ store, ids, peppers }, { name: 'Bench', email: 'bench@example.com' }));
      return accounts;
    },
    sweep: async () => {
      // No function starts the sweep, so the environment does not contain the ARN of its state machine. This ARN differs from that of
      // `clock-advance` only in the name.
      const stateMachineArn = setting('CLOCK_ADVANCE_MACHINE_ARN').replace('clock-advance', 'schedule-sweep');
      await stateMachines.send(new StartExecutionCommand({ stateMachineArn, input: '{}' }));
    },
    close: () => {
      for (const each of [client, secretsClient, stateMachines]) each.destroy();
    },
  };
};
