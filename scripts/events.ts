import type { Bound } from './events/replay.ts';
import { type Given, operate, PLACES, type Report, UsageError } from './operator/command.ts';

/** `npm run events`: what an operator does when recorded events did not get to those that wait for them. */

const USAGE = `Usage: npm run events -- replay --account ID --from FROM [--to TO] [--mode live|test] [--json] [--stage STAGE | --stack-outputs FILE]

  replay                sends recorded events of the account's log through the bus again, oldest first. What was delivered
                        already is not delivered twice.

  --from, --to          an event's id (of the --mode that must be given then), a time (2026-01-31T08:00:00Z) or Unix seconds, both
                        included; without --to: to the end of the log
  --mode                one mode only; without it: both

${PLACES}

A deployment takes AWS credentials that may describe its stacks (but for --stack-outputs), read its table, put items into it (holes of the
log are filled on the way) and put events on its bus.`;

const boundOf = (name: string, text: string): Bound => {
  if (text.startsWith('evt_')) return { eventId: text };
  const atMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(atMs)) throw new Error(`--${name} is neither an event's id nor a time: ${text}`);
  return { atMs };
};

const modesOf = (mode: unknown, bounds: readonly (Bound | null)[]): readonly ('live' | 'test')[] => {
  if (mode === 'live' || mode === 'test') return [mode];
  if (mode !== undefined) throw new Error(`--mode is live or test, not ${String(mode)}.`);
  if (bounds.some((bound) => bound !== null && 'eventId' in bound)) throw new Error('An event belongs to one mode: name it with --mode.');
  return ['live', 'test'];
};

const workOf = (command: string, { account, from, to, mode }: Given): (() => Promise<Report>) => {
  if (command !== 'replay' || typeof account !== 'string' || typeof from !== 'string') throw new UsageError(USAGE);
  const range = { from: boundOf('from', from), to: typeof to === 'string' ? boundOf('to', to) : null };
  const modes = modesOf(mode, [range.from, range.to]);
  return async () => {
    const { replayAll } = await import('./events/replay.ts');
    return { account_id: account, ...(await replayAll(account, modes, range)) };
  };
};

operate({ usage: USAGE, options: ['account', 'from', 'to', 'mode'], needs: ['TABLE_NAME', 'BUS_NAME'], workOf });
