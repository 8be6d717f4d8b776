import { join } from 'node:path';
import { type Answer, type Client, clientOf } from '../../support/api.ts';
import { ensure } from '../../support/waiting.ts';
import { clientSettings, type DeployedStacks, makeAccount, outputOf, stageOptions, type Target } from '../deployment.ts';
import { type Alias, type ReleaseClients, servicesOf, withClients } from './aws.ts';
import { type ReleaseResult, type ReleaseServices, release } from './release.ts';
import { type ReleaseSettings, readReleaseSettings } from './rendered.ts';
import { findFunction, publishVersion } from './versions.ts';

/** The function whose new versions are released. It creates one-off payments. */
const FILE = 'functions/one-shot-payments/create.ts';
const PATH = '/v1/checkout/one_shot';
/** Several tenants, since each may send only 100 such requests per minute. */
const TENANTS = 3;
const REQUESTS = 90;
const HEALTHY_REQUESTS = 45;
const IN_FLIGHT = 4;
/** How far the share of failed requests may deviate from the canary's share of calls, in standard deviations. */
const MAX_DEVIATIONS = 3;

interface Payment {
  readonly client: Client;
  readonly idempotencyKey: string;
}

/** Returns `count` payments, divided equally among the tenants. `prefix` separates their idempotency keys from those of other checks. */
const paymentsOf = (tenants: readonly Client[], prefix: string, count: number): readonly Payment[] =>
  Array.from({ length: count / tenants.length }, (_, index) => index).flatMap((index) =>
    tenants.map((client) => ({ client, idempotencyKey: `${prefix}-${index}` })),
  );

const create = ({ client, idempotencyKey }: Payment): Promise<Answer> =>
  client.call(
    'POST',
    PATH,
    { amount_cents: 1500, currency: 'EUR', description: 'During a release', ui_mode: 'embedded' },
    { 'idempotency-key': idempotencyKey },
  );

/** Creates the payments; returns the responses in the same order. */
const createAll = async (payments: readonly Payment[]): Promise<readonly Answer[]> => {
  const answers = new Map<Payment, Answer>();
  const waiting = [...payments];
  const work = async (): Promise<void> => {
    for (let payment = waiting.shift(); payment !== undefined; payment = waiting.shift()) answers.set(payment, await create(payment));
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  return payments.flatMap((payment) => answers.get(payment) ?? []);
};

const failuresIn = (answers: readonly Answer[]): readonly Answer[] => answers.filter(({ status }) => status !== 200);

/** Throws unless about this share of the requests failed, and each failed request got a 5xx response. */
const ensureShare = (answers: readonly Answer[], share: number): void => {
  const failed = failuresIn(answers);
  const tolerance = MAX_DEVIATIONS * Math.sqrt(answers.length * share * (1 - share));
  ensure(Math.abs(failed.length - answers.length * share) <= tolerance, `${failed.length} of ${answers.length} requests failed`);
  const unexpected = failed.find(({ status }) => status < 500);
  ensure(unexpected === undefined, `a request failed with ${unexpected?.status} ${unexpected?.text}`);
};

const ensureAllSucceed = (answers: readonly Answer[], when: string): void => {
  const [first, ...others] = failuresIn(answers);
  ensure(first === undefined, `${others.length + 1} of ${answers.length} requests failed ${when}: ${first?.status} ${first?.text}`);
};

/** A function of the deployment, and its release settings in the templates for AWS. */
interface Subject {
  readonly clients: ReleaseClients;
  readonly services: ReleaseServices;
  readonly rendered: ReleaseSettings;
  readonly alias: Alias;
  /** The deployed bundle. */
  readonly code: string;
}

interface Attempt extends ReleaseResult {
  readonly newVersion: string;
  readonly startedAt: number;
}

/** Publishes code and releases it with the settings of the templates. `traffic` sends requests while the canary runs. */
const attempt = async ({ clients, services, rendered, alias }: Subject, code: string, traffic: () => Promise<void>): Promise<Attempt> => {
  const newVersion = await publishVersion(clients, alias.functionName, code);
  const startedAt = Date.now() / 1000;
  return { newVersion, startedAt, ...(await release(services, { newVersion, ...rendered }, traffic)) };
};

/** Returns how many calls of a version through the alias were made (`Invocations`) or failed (`Errors`). */
const fetchCount = async (
  { services, alias }: Subject,
  metricName: 'Invocations' | 'Errors',
  { newVersion, startedAt }: Attempt,
): Promise<number> => {
  const { functionName, aliasName } = alias;
  const dimensions = { FunctionName: functionName, Resource: `${functionName}:${aliasName}`, ExecutedVersion: newVersion };
  const sums = await services.fetchSums({ namespace: 'AWS/Lambda', metricName, dimensions, periodSeconds: 60 }, startedAt);
  return sums.reduce((total, { value }) => total + value, 0);
};

/** Returns the name of the alarm on crashes. */
const crashAlarmOf = ({ rendered: { alarms } }: Subject): string => {
  const [name] = [...alarms].flatMap(([each, { namespace, metricName }]) =>
    namespace === 'AWS/Lambda' && metricName === 'Errors' ? [each] : [],
  );
  ensure(name !== undefined, 'no alarm counts crashes');
  return name;
};

const ensureRouting = async ({ services }: Subject, version: string): Promise<void> => {
  const routing = await services.fetchRouting();
  ensure(routing.version === version && Object.keys(routing.shares).length === 0, `the alias points to ${JSON.stringify(routing)}`);
};

/** Checks that a healthy version gets its share, then all calls, and that no call fails. Returns the version. */
const checkHealthy = async (subject: Subject, tenants: readonly Client[]): Promise<string> => {
  const healthy = await attempt(subject, `// The next release.\n${subject.code}`, async () => {
    ensureAllSucceed(await createAll(paymentsOf(tenants, 'healthy', HEALTHY_REQUESTS)), 'while the canary ran');
  });
  ensure(healthy.raised.length === 0, `a healthy version was rolled back by ${healthy.raised.join(', ')}`);
  await ensureRouting(subject, healthy.newVersion);
  const canaryCalls = await fetchCount(subject, 'Invocations', healthy);
  ensure(canaryCalls > 0 && canaryCalls < HEALTHY_REQUESTS / 2, `the canary got ${canaryCalls} of ${HEALTHY_REQUESTS} calls`);
  const after = paymentsOf(tenants, 'released', tenants.length);
  ensureAllSucceed(await createAll(after), 'after the release');
  const calls = await fetchCount(subject, 'Invocations', healthy);
  ensure(calls === canaryCalls + after.length, `the released version got ${calls - canaryCalls} of ${after.length} calls`);
  return healthy.newVersion;
};

/** Returns the code of the next version, which crashes while it is loaded. `name`: makes this version differ from others. */
const brokenCode = ({ code }: Subject, name: string): string => `throw new Error('The version ${name} is broken.');\n${code}`;

/** Checks that a function with few calls is rolled back after one crash. Returns the payments that this check tried to create. */
const checkFirstCrash = async (subject: Subject, tenants: readonly Client[], oldVersion: string): Promise<readonly Payment[]> => {
  const tried: Payment[] = [];
  const broken = await attempt(subject, brokenCode(subject, 'with few calls'), async () => {
    for (const payment of paymentsOf(tenants, 'few', REQUESTS)) {
      tried.push(payment);
      if ((await create(payment)).status >= 500) return;
    }
  });
  const crashes = await fetchCount(subject, 'Errors', broken);
  ensure(crashes === 1, `the broken version crashed ${crashes} times in ${tried.length} calls`);
  const expected = crashAlarmOf(subject);
  ensure(broken.raised.join() === expected, `after one crash, these alarms are raised: ${broken.raised.join(', ') || 'none'}`);
  await ensureRouting(subject, oldVersion);
  return tried;
};

/** Checks that, of many calls, only the share of a broken version fails, and that the version is rolled back. Returns the payments. */
const checkBroken = async (subject: Subject, tenants: readonly Client[], oldVersion: string): Promise<readonly Payment[]> => {
  const payments = paymentsOf(tenants, 'many', REQUESTS);
  const answers: Answer[] = [];
  const broken = await attempt(subject, brokenCode(subject, 'with many calls'), async () => {
    answers.push(...(await createAll(payments)));
  });
  ensureShare(answers, subject.rendered.share);
  const [crashes, failed] = [await fetchCount(subject, 'Errors', broken), failuresIn(answers).length];
  ensure(crashes === failed, `${failed} requests failed, and the broken version crashed ${crashes} times`);
  ensure(broken.raised.includes(crashAlarmOf(subject)), `these alarms are raised: ${broken.raised.join(', ') || 'none'}`);
  await ensureRouting(subject, oldVersion);
  return payments;
};

/**
 * Repeats the requests for these payments with their idempotency keys. Checks that all succeed, and that no payments exist except these and
 * those of `checkHealthy`.
 */
const checkRepeated = async (payments: readonly Payment[]): Promise<void> => {
  const answers = await createAll(payments);
  ensureAllSucceed(answers, 'after the rollback');
  const createdIds = answers.map(({ body }) => String(body['id']));
  ensure(new Set(createdIds).size === payments.length, `${payments.length} keys have ${new Set(createdIds).size} payments`);
  const listed = await Promise.all([...new Set(payments.map(({ client }) => client))].map((client) => client.list(PATH)));
  const ids = new Set(listed.flat().map(({ id }) => id));
  const healthyCount = HEALTHY_REQUESTS + TENANTS;
  ensure(
    createdIds.every((id) => ids.has(id)),
    'a payment in a response is missing from the list',
  );
  ensure(ids.size === payments.length + healthyCount, `${ids.size} payments exist instead of ${payments.length + healthyCount}`);
};

/**
 * Releases new versions of a function as CodeDeploy does: with the share, the bake time and the alarms in the templates for AWS. Real
 * requests cause the metrics. A healthy version gets all calls, a broken one is rolled back.
 */
export const checkCanary = async (target: Target, deployed: DeployedStacks): Promise<void> => {
  const rendered = await readReleaseSettings(FILE, join(target.directory, 'canary.out'), outputOf(deployed, 'ApiId'));
  const accounts = await Promise.all(Array.from({ length: TENANTS }, () => makeAccount(target, stageOptions)));
  const tenants = accounts.map(({ testKey }) => clientOf(deployed.baseUrl, testKey));
  await withClients(clientSettings(target.endpoint), async (clients) => {
    const { functionName, code } = await findFunction(clients, join(target.directory, 'cdk.out'), FILE);
    const alias = { functionName, aliasName: rendered.aliasName };
    const services = servicesOf(clients, alias);
    const subject: Subject = { clients, services, rendered, alias, code };
    const deployedRouting = await services.fetchRouting();
    try {
      const oldVersion = await checkHealthy(subject, tenants);
      const few = await checkFirstCrash(subject, tenants, oldVersion);
      const many = await checkBroken(subject, tenants, oldVersion);
      await checkRepeated([...few, ...many]);
    } finally {
      // Restores the deployed version for the other checks, also if a check above failed.
      await services.setRouting(deployedRouting);
    }
  });
};
