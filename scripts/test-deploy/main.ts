import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { launchBrowser } from '../../test/support/browser.ts';
import { runJourney } from '../journey/journey.ts';
import { checkChanged, MORE_STACKS, makeChanged } from './changed.ts';
import { checkImport } from './console.ts';
import { bootstrap, byOutputs, byStage, type Deployed, deploy, makeAccount, type Place, setWhatIsDropped } from './deployment.ts';
import { installEmulator, startEmulator } from './emulator.ts';
import { checkEveryOperation } from './every-operation.ts';
import { checkLives } from './lives.ts';
import { checkOldHoles, checkReplay } from './log.ts';
import { checkOwnerMail, verifySender } from './mail.ts';
import { ownProcesses, type Processes } from './processes.ts';
import { checkRenewalsOfOneRun } from './renewals.ts';
import { openReport, type Report, StepFailed } from './report.ts';
import { startSidecar } from './sidecar.ts';
import { runSmoke, type Service } from './smoke.ts';
import { checkDeadLetters, checkDenials, checkStateMachines } from './state.ts';

/**
 * `npm run test:deploy`: deploys the real stacks to an emulator of AWS, uses the service from outside, deploys a change onto what
 * runs and uses it again; then once more from nothing, with the roles of the functions enforced. `SKIP_AUTH=1` leaves out the second deployment, `SKIP_BROWSER=1` the sale in a browser.
 */

const DEADLINE_MS = 20 * 60_000;

interface Variant {
  readonly name: string;
  readonly checkRoles: boolean;
}

const OPEN: Variant = { name: 'open', checkRoles: false };
const ROLES: Variant = { name: 'roles', checkRoles: true };

interface Dependencies {
  readonly processes: Processes;
  readonly report: Report;
  /** Everything that this run keeps on disk. */
  readonly home: string;
  readonly program: string;
}

const sellInBrowser = async (service: Service): Promise<void> => {
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

/** The same stacks again, after a change as they come: nothing that runs may are in its way. */
const deployChange = async ({ report }: Dependencies, place: Place, service: Service): Promise<void> => {
  const root = await report.must('an operation is added, another one moved', () => makeChanged(place));
  await report.must('cdk deploy --all onto the running stacks, over more of them', () =>
    deploy(place, { operationStacks: MORE_STACKS }, root),
  );
  await report.check('the added and the moved operation answer', () => checkChanged(service));
  const { testKey } = await report.must('an operator makes an account there', () => makeAccount(place, byStage));
  await smoke({ ...service, testKey }, report);
};

const useFromOutside = async (around: Dependencies, place: Place, deployed: Deployed, { checkRoles }: Variant): Promise<void> => {
  const { report } = around;
  const account = await report.must('an operator makes an account', () => makeAccount(place, byStage));
  await report.check('and another with the outputs of the stacks alone', () => makeAccount(place, byOutputs(deployed)));
  const sidecar = await report.must('the process of the stream starts', () => startSidecar(place, deployed));
  const service: Service = { baseUrl: deployed.baseUrl, streamUrl: sidecar.baseUrl, testKey: account.testKey };
  await smoke(service, report);
  await report.check('25 subscriptions of a tenant, due at once, are renewed by one run', () => checkRenewalsOfOneRun(place, deployed));
  if (!checkRoles) await deployChange(around, place, service);
  if (process.env['SKIP_BROWSER'] === '1') report.note('- no sale in a browser (SKIP_BROWSER)');
  else await report.check('a sale in a browser, its webhooks and its renewal', () => sellInBrowser(service));
  if (checkRoles) {
    await checkLives(place, deployed, report);
    await report.check('every operation answers', () => checkEveryOperation(service));
    await report.check('readers get past old holes of the event log', () => checkOldHoles(service, place, deployed, account));
  }
  await report.check('a member imports customers in the console, and undoes it', () => checkImport(service, place, account));
  await report.check('an operator sends recorded events again', () => checkReplay(place, byStage, account));
  await report.check('the owner gets mail about a delivery that failed permanently', () => checkOwnerMail(service, place, deployed));
  await report.check('the schedule sweeps and no machine failed', () => checkStateMachines(place.endpoint, deployed));
  await report.check('no message was given up', () => checkDeadLetters(place.endpoint));
  await report.check('the process of the stream ends when it is reported to', () => sidecar.stop());
};

/** One deployment from nothing, used and thrown away. */
const runVariant = async (around: Dependencies, variant: Variant): Promise<void> => {
  const { processes, report, home, program } = around;
  const directory = join(home, variant.name);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  report.note(variant.checkRoles ? '\nWith the roles of the functions enforced:' : '\nWith all rights:');
  const start = { processes, program, repository: REPOSITORY_ROOT, directory, checkRoles: variant.checkRoles };
  const emulator = await report.must('the emulator starts', () => startEmulator(start));
  try {
    const place: Place = { processes, repository: REPOSITORY_ROOT, directory, endpoint: emulator.endpoint };
    await report.must('cdk bootstrap', () => bootstrap(place));
    const deployed = await report.must('cdk deploy --all', () => deploy(place, variant.checkRoles ? { cliCredentials: '1' } : {}));
    await report.must('what the emulator drops is set by hand', () => setWhatIsDropped(place, deployed));
    await report.must('the sender of mail is verified, as an operator does', () => verifySender(place));
    await useFromOutside(around, place, deployed, variant);
    if (variant.checkRoles) await report.check('no role lacked a right', () => checkDenials(emulator.logFile));
  } finally {
    await emulator.stop();
    report.note(`- what the emulator and the functions printed: ${relative(REPOSITORY_ROOT, emulator.logFile)}`);
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

/** Rejects at the first signal, and when the whole run takes too long. */
const interrupted = (): Promise<never> =>
  new Promise((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => reject(new Error(`ended by ${signal}`)));
    setTimeout(() => reject(new Error(`took longer than ${DEADLINE_MS / 60_000} minutes`)), DEADLINE_MS).unref();
  });

const main = async (): Promise<number> => {
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  const processes = ownProcesses();
  const report = openReport((line) => console.log(line));
  let wasCutShort = false;
  try {
    await Promise.race([runAll(processes, report), interrupted()]);
  } catch (error) {
    wasCutShort = true;
    if (!(error instanceof StepFailed)) console.log(`✗ ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await processes.stopAll();
  }
  console.log(`\n${report.summary()}`);
  return wasCutShort || report.failures() > 0 ? 1 : 0;
};

process.exit(await main());
