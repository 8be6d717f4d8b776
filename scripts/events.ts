import type { Bound } from './events/replay.ts';
import { type OptionValues, type Report, runOperatorCommand, SERVICE_OPTIONS, UsageError } from './operator/command.ts';
import type { RequiredVariable } from './operator/service-environment.ts';

/** `npm run events`: operator commands for events and messages that were not delivered. */

const USAGE = `Usage: npm run events -- redrive [--json] [--stage STAGE | --stack-outputs FILE]
       npm run events -- replay --account ID --from FROM [--to TO] [--mode live|test] [--json] [--stage STAGE | --stack-outputs FILE]

  redrive               sends the messages of the dead-letter queue UndeliveredEvents to their queues, and publishes the stream records
                        in the bucket UnrelayedEvents. Deletes what it sent. What arrived before is not processed twice.
  replay                publishes recorded events of the account's log on the bus again, oldest first. Events that were delivered
                        are not delivered again. For the other events, the present settings decide whether they are delivered: choose
                        --from as late as possible (infra/runbooks/failed-stream-records.md).

  --from, --to          an event id (requires --mode), a time (2026-01-31T08:00:00Z) or Unix seconds, both inclusive;
                        default of --to: the end of the log
  --mode                default: both modes

${SERVICE_OPTIONS}

For a deployment, the AWS credentials must allow describing its stacks (except with --stack-outputs), reading its table, writing to it
(replay fills unused numbers of the event log) and putting events on its bus. redrive needs no table: it receives, sends and deletes
messages of the queues, and reads and deletes objects of the bucket.`;

const boundOf = (name: string, text: string): Bound => {
  if (text.startsWith('evt_')) return { eventId: text };
  const atMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(atMs)) throw new Error(`--${name} must be an event id or a time, not "${text}".`);
  return { atMs };
};

const modesOf = (mode: unknown, bounds: readonly (Bound | null)[]): readonly ('live' | 'test')[] => {
  if (mode === 'live' || mode === 'test') return [mode];
  if (mode !== undefined) throw new Error(`--mode must be live or test, not "${String(mode)}".`);
  if (bounds.some((bound) => bound !== null && 'eventId' in bound))
    throw new Error('An event id requires --mode, as each event belongs to one mode.');
  return ['live', 'test'];
};

const workOf = (command: string, { account, from, to, mode }: OptionValues): (() => Promise<Report>) => {
  if (command === 'redrive') return async () => (await import('./events/redrive.ts')).redriveAll();
  if (command !== 'replay' || typeof account !== 'string' || typeof from !== 'string') throw new UsageError(USAGE);
  const range = { from: boundOf('from', from), to: typeof to === 'string' ? boundOf('to', to) : null };
  const modes = modesOf(mode, [range.from, range.to]);
  return async () => {
    const [{ replayAll }, { readAccount }] = await Promise.all([import('./events/replay.ts'), import('./account/account.ts')]);
    await readAccount(account);
    return { account_id: account, ...(await replayAll(account, modes, range)) };
  };
};

const needsOf = (command: string): readonly RequiredVariable[] =>
  command === 'redrive' ? ['BUS_NAME', 'UNDELIVERED_EVENTS_QUEUE_URL', 'UNRELAYED_EVENTS_BUCKET'] : ['TABLE_NAME', 'BUS_NAME'];

runOperatorCommand({ usage: USAGE, options: ['account', 'from', 'to', 'mode'], needsOf, workOf });
