import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { launchBrowser } from '../../test/support/browser.ts';
import { runJourney } from '../journey/journey.ts';
import { checkAlarm } from './alarm.ts';
import { checkCanary } from './canary/check.ts';
import { checkChanged, MORE_STACKS, makeChangedProject } from './changed.ts';
import { checkExpiringClaim } from './claims.ts';
import { checkImport } from './console.ts';
import {
  bootstrap,
  type DeployedStacks,
  deploy,
  makeAccount,
  outputsOptions,
  setIgnoredSettings,
  stageOptions,
  type Target,
} from './deployment.ts';
import { installEmulator, startEmulator } from './emulator.ts';
import { checkEveryOperation } from './every-operation.ts';
import { checkLifecycles } from './lifecycles.ts';
import { checkEventReplay, checkOldGaps } from './log.ts';
import { checkOwnerMail, checkRefusedMail, verifySender } from './mail.ts';
import { openProcesses, type Processes } from './processes.ts';
import { checkSimultaneousRenewals } from './renewals.ts';
import { openReport, type Report, StepFailed } from './report.ts';
import { checkRestore } from './restore.ts';
import { runSmoke, type Service } from './smoke.ts';
import { checkDeadLetters, checkDenials, checkStateMachines } from './state.ts';
import { startStreamProcess } from './stream-process.ts';
import { checkUsage } from './usage.ts';

/**
 * `npm run test:deploy`: deploys the stacks to an AWS emulator, tests the service over HTTP, deploys a change and tests again; then deploys
 * to a new emulator that enforces the roles of the functions. `SKIP_AUTH=1` skips the new emulator, `SKIP_BROWSER=1` the browser.
 */

const DEADLINE_MS = 31 * 60_000;

interface Variant {
  readonly name: string;
  readonly checkRoles: boolean;
}

const OPEN: Variant = { name: 'open', checkRoles: false };
const ROLES: Variant = { name: 'roles', checkRoles: true };

interface Dependencies {
  readonly processes: Processes;
  readonly report: Report;
  /** Folder of all files of this run. */
  readonly home: string;
  /** Python of the emulator's virtual environment. */
  readonly program: string;
}

const runBrowserSale = async (service: Service): Promise<void> => {
  const browser = await launchBrowser();
  try {
    await runJourney({ ...service, browser, done: () => undefined });
  } finally {
    await browser.close();
  }
};

const smoke = async (service: Service, report: Report): Promise<void> => {
  try {
    await runSmoke(service, report);
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
  }
};

/** Deploys a changed project onto the running stacks and tests it. Returns the folder of the project. */
const deployChange = async ({ report }: Dependencies, target: Target, service: Service): Promise<string> => {
  const root = await report.must('an operation is added, another one moved', () => makeChangedProject(target));
  await report.must('cdk deploy --all onto the running stacks, with more nested stacks', () =>
    deploy(target, { operationStacks: MORE_STACKS }, root),
  );
  await report.check('the added and the moved operation respond', () => checkChanged(service));
  const { testKey } = await report.must('an operator creates another account', () => makeAccount(target, stageOptions));
  await smoke({ ...service, testKey }, report);
  return root;
};

const testDeployment = async (deps: Dependencies, target: Target, deployed: DeployedStacks, { checkRoles }: Variant): Promise<void> => {
  const { report } = deps;
  const account = await report.must('an operator creates an account', () => makeAccount(target, stageOptions));
  await report.check('an operator creates an account with the file of stack outputs', () => makeAccount(target, outputsOptions(deployed)));
  const streamProcess = await report.must('the stream process starts', () => startStreamProcess(target, deployed));
  const service: Service = { baseUrl: deployed.baseUrl, streamUrl: streamProcess.baseUrl, testKey: account.testKey };
  await smoke(service, report);
  await report.check('25 subscriptions of a tenant, due at once, are renewed by few runs', () =>
    checkSimultaneousRenewals(target, deployed),
  );
  const changedRoot = checkRoles ? null : await deployChange(deps, target, service);
  // Waits more than a minute for the end of a claim, while the other checks run.
  const claim = checkRoles
    ? Promise.resolve()
    : report.check('work of a dead worker is done when its claim ends', () => checkExpiringClaim(service, target, deployed, account));
  if (process.env['SKIP_BROWSER'] === '1') report.note('- skipped the sale in a browser (SKIP_BROWSER)');
  else await report.check('a sale in a browser, its webhooks and its renewal', () => runBrowserSale(service));
  if (checkRoles) {
    await checkLifecycles(target, deployed, report);
    await report.check('every operation responds', () => checkEveryOperation(service));
    await report.check('usage events in large batches are counted once and billed', () => checkUsage(service, report));
    await report.check('readers read past old gaps in the event log', () => checkOldGaps(service, target, deployed, account));
  }
  await report.check('a member imports customers in the console and undoes the import', () => checkImport(service, target, account));
  await report.check('an operator replays recorded events', () => checkEventReplay(target, stageOptions, account));
  await report.check('a test alarm reaches a receiver', () => checkAlarm(target, deployed, stageOptions));
  await report.check('the owner gets an email about a permanently failed delivery', () => checkOwnerMail(service, target, deployed));
  if (!checkRoles) {
    await report.check('an email that SES refused for longer than the queue retries is sent once', () =>
      checkRefusedMail(service, target, deployed),
    );
    await report.check('a canary releases a healthy version of a function and rolls a broken one back', () =>
      checkCanary(target, deployed),
    );
  }
  await claim;
  await report.check('the schedule starts sweeps and no execution failed', () => checkStateMachines(target.endpoint, deployed));
  await report.check('dead-letter queues are empty', () => checkDeadLetters(target.endpoint));
  await report.check('the stream process stops on SIGTERM', () => streamProcess.stop());
  if (changedRoot !== null)
    await report.check('a restored backup is adopted: nobody is charged twice, no number is used twice', () =>
      checkRestore(target, deployed, changedRoot),
    );
};

/** Deploys to a new emulator, tests the deployment and discards it. */
const runVariant = async (deps: Dependencies, variant: Variant): Promise<void> => {
  const { processes, report, home, program } = deps;
  const directory = join(home, variant.name);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  report.note(variant.checkRoles ? '\nWith the roles of the functions enforced:' : '\nWith all permissions:');
  const start = { processes, program, repository: REPOSITORY_ROOT, directory, checkRoles: variant.checkRoles };
  const emulator = await report.must('the emulator starts', () => startEmulator(start));
  try {
    const target: Target = { processes, repository: REPOSITORY_ROOT, directory, endpoint: emulator.endpoint };
    await report.must('cdk bootstrap', () => bootstrap(target));
    const deployed = await report.must('cdk deploy --all', () => deploy(target, variant.checkRoles ? { cliCredentials: '1' } : {}));
    await report.must('settings that the emulator ignores are set by API calls', () => setIgnoredSettings(target, deployed));
    await report.must('the email sender is verified', () => verifySender(target));
    await testDeployment(deps, target, deployed, variant);
    if (variant.checkRoles) await report.check('no role lacks a permission', () => checkDenials(emulator.logFile));
  } finally {
    await emulator.stop();
    report.note(`- log of the emulator and the functions: ${relative(REPOSITORY_ROOT, emulator.logFile)}`);
  }
};

const runAll = async (processes: Processes, report: Report): Promise<void> => {
  const home = join(REPOSITORY_ROOT, '.emulator');
  mkdirSync(home, { recursive: true });
  const program = await report.must('the emulator is installed', () => installEmulator(processes, home));
  const variants = process.env['SKIP_AUTH'] === '1' ? [OPEN] : [OPEN, ROLES];
  for (const variant of variants) {
    await runVariant({ processes, report, home, program }, variant).catch((error: unknown) => {
      if (!(error instanceof StepFailed)) throw error;
    });
  }
};

/** Rejects at the first signal, or when the run takes too long. */
const waitForInterruption = (): Promise<never> =>
  new Promise((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => reject(new Error(`ended by ${signal}`)));
    setTimeout(() => reject(new Error(`took longer than ${DEADLINE_MS / 60_000} minutes`)), DEADLINE_MS).unref();
  });

const main = async (): Promise<number> => {
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  const processes = openProcesses();
  const report = openReport((line) => console.log(line));
  let wasAborted = false;
  try {
    await Promise.race([runAll(processes, report), waitForInterruption()]);
  } catch (error) {
    wasAborted = true;
    if (!(error instanceof StepFailed)) console.log(`✗ ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await processes.stopAll();
  }
  console.log(`\n${report.summary()}`);
  return wasAborted || report.failures() > 0 ? 1 : 0;
};

process.exit(await main());
