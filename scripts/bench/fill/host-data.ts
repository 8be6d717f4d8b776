import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createAccount } from '../../../shared/flows/accounts/create.ts';
import type { FlowDeps } from '../../../shared/flows/deps.ts';
import { idSource } from '../../../shared/platform/ids.ts';
import { awsSecrets } from '../../../shared/ports/aws-secrets.ts';
import { newMeter } from '../../../shared/store/core/meter.ts';
import { documentsOf, tableOf } from '../../../shared/store/core/table.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { environmentOfHost } from '../../local/run-file.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '../../local/settings.ts';

export interface BenchAccount {
  readonly accountId: string;
  readonly testKey: string;
  readonly liveKey: string;
}

/** The data of a running host, opened in this process past its API: no key is asked for and no rate limit counts. */
export interface HostData {
  readonly tableName: string;
  readonly client: DynamoDBDocumentClient;
  /** What the service's own flows work with; they reach the host's sandbox provider. */
  readonly flow: FlowDeps;
  readonly makeAccounts: (count: number) => Promise<readonly BenchAccount[]>;
  /** Starts the sweep as its schedule does each minute. */
  readonly sweep: () => Promise<void>;
  readonly close: () => void;
}

const noCredential = async (): Promise<never> => {
  throw new Error('The accounts of a measurement are connected to no provider.');
};

/** Opens the data of the host that runs on the directory. Throws when none does. */
export const openHostData = (dataDirectory: string): HostData => {
  const environment = environmentOfHost(dataDirectory);
  if (environment === null) throw new Error(`No host runs on ${dataDirectory}.`);
  const setting = (name: string): string => {
    const value = environment[name];
    if (value === undefined) throw new Error(`The host names no ${name}.`);
    return value;
  };
  const at = (service: string) => ({
    endpoint: setting(`AWS_ENDPOINT_URL_${service}`),
    region: LOCAL_REGION,
    credentials: LOCAL_CREDENTIALS,
  });
  const base = new DynamoDBClient(at('DYNAMODB'));
  const client = documentsOf(base);
  const tableName = setting('TABLE_NAME');
  const nowMs = (): number => Date.now();
  const ids = idSource(nowMs);
  const secretsClient = new SecretsManagerClient(at('SECRETS_MANAGER'));
  const secrets = awsSecrets(setting('KEY_PEPPER_SECRET_ARN'), { nowMs, failed: () => undefined }, secretsClient);
  const stateMachines = new SFNClient(at('SFN'));
  const store = openStore(tableOf(client, tableName, newMeter()), { nowMs, ids });
  const flow: FlowDeps = {
    store,
    ids,
    nowMs,
    baseUrl: setting('PUBLIC_BASE_URL'),
    secrets,
    openCredential: noCredential,
    providerBaseUrl: setting('PROVIDER_BASE_URL'),
    sandboxServed: true,
  };
  return {
    tableName,
    client,
    flow,
    makeAccounts: async (count) => {
      const peppers = await secrets.apiKeyPeppers();
      const made: BenchAccount[] = [];
      while (made.length < count) made.push(await createAccount({ store, ids, peppers }, { name: 'Bench', email: 'bench@example.com' }));
      return made;
    },
    sweep: async () => {
      // No function may start it, so none is reported its name: it is next to the machines that are.
      const stateMachineArn = setting('CLOCK_ADVANCE_MACHINE_ARN').replace('clock-advance', 'schedule-sweep');
      await stateMachines.send(new StartExecutionCommand({ stateMachineArn, input: '{}' }));
    },
    close: () => {
      for (const each of [base, secretsClient, stateMachines]) each.destroy();
    },
  };
};
