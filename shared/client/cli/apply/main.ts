import { readFileSync } from 'node:fs';
import type { List } from '../../pages.ts';
import type { Session } from '../command.ts';
import { fetchDescription } from '../description.ts';
import { CommandLineError } from '../usage.ts';
import { CatalogueError, parseCatalogue } from './catalogue.ts';
import type { ApiObject, Change, CurrentObjects, Plan } from './change.ts';
import { executeChanges } from './execute.ts';
import { kindSchemas } from './kinds.ts';
import { planCatalogue } from './plan.ts';
import { planLines } from './text.ts';

const PAGE_SIZE = 100;
/** Exit code if the account differs from the file and nothing was changed. */
const DIFFERS = 2;

const readCatalogueFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CatalogueError(`Cannot read ${file}: ${error instanceof Error ? error.message : error}`);
  }
};

const fetchAll = async (list: List<{ readonly id: string }>): Promise<readonly ApiObject[]> => {
  const objects: ApiObject[] = [];
  for await (const object of list) objects.push(object as ApiObject);
  return objects;
};

const fetchCurrent = async ({ products, prices, coupons, webhookEndpoints }: Session['billing']): Promise<CurrentObjects> => ({
  products: await fetchAll(products.list({ limit: PAGE_SIZE })),
  prices: await fetchAll(prices.list({ limit: PAGE_SIZE })),
  coupons: await fetchAll(coupons.list({ limit: PAGE_SIZE })),
  webhook_endpoints: await fetchAll(webhookEndpoints.list({ limit: PAGE_SIZE })),
});

const modeOf = (key: string): string => (key.startsWith('svc_live_') ? 'live' : 'test');

const showPlan = ({ terminal, format, settings }: Session, plan: Plan): void => {
  const lines = [`Plan for ${modeOf(settings.key)} mode at ${settings.baseUrl}:`, ...planLines(plan)];
  for (const line of format === 'json' ? [JSON.stringify(plan)] : lines) terminal.print(line);
};

/** True if the plan is to be executed: with `--yes`, or if the user confirms it, which needs a terminal. False with `--plan`. */
const isConfirmed = async ({ options, terminal }: Session): Promise<boolean> =>
  !options.has('plan') && (options.has('yes') || (await terminal.confirm?.('Apply these changes?')) === true);

const nameOf = ({ action, kind, key }: Change): string => `${action} ${kind}.${key}`;

const execute = async ({ send, terminal, format }: Session, { changes }: Plan): Promise<number> => {
  // With --json, standard output is a single JSON document: the plan.
  const say = format === 'json' ? terminal.printError : terminal.print;
  let done = 0;
  const report = (change: Change, secret: string | null): void => {
    done += 1;
    say(`${nameOf(change)}: done`);
    if (secret !== null) say(`The signing secret of ${change.key}, which is shown only now: ${secret}`);
  };
  const totalAndHint = `${changes.length} changes. Run the command again to continue.`;
  try {
    await executeChanges(send, changes, { report, signal: terminal.signal });
  } catch (error) {
    const failed = changes[done];
    terminal.printError(`${failed === undefined ? '' : nameOf(failed)} failed after ${done} of ${totalAndHint}`);
    throw error;
  }
  if (done === changes.length) return 0;
  terminal.printError(`Stopped after ${done} of ${totalAndHint}`);
  return 1;
};

/** Creates, updates and archives products, prices, coupons and webhook endpoints until they match the file. Returns the exit code. */
export const applyCatalogue = async (session: Session): Promise<number> => {
  const {
    positionals: [, file],
    options,
    billing,
    send,
  } = session;
  if (file === undefined) throw new CommandLineError('apply requires a file: billing apply catalogue.yaml');
  if (options.has('plan') && options.has('yes')) throw new CommandLineError('Choose --plan or --yes.');
  const text = readCatalogueFile(file);
  const schemas = kindSchemas((await fetchDescription(send)).operations);
  const catalogue = parseCatalogue(text, schemas);
  const plan = planCatalogue(catalogue, await fetchCurrent(billing), { schemas, prune: options.has('prune') });
  showPlan(session, plan);
  if (plan.problems.length > 0) return 1;
  if (plan.changes.length === 0) return 0;
  return (await isConfirmed(session)) ? execute(session, plan) : DIFFERS;
};
