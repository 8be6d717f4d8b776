import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import Papa from 'papaparse';
import type { Body } from '../types.ts';
import type { Session } from './command.ts';
import { UsageError } from './usage.ts';

/** `billing usage import`: sends the usage events of a file in batches. */

type SentEvent = Body<'usage_events.create'>['events'][number];

/** An event with the number of its line in the file, from 1. */
interface NumberedEvent {
  readonly line: number;
  readonly event: SentEvent;
}

const BATCH_SIZE = 500;
const PROPERTY = 'properties.';
const FIELDS = ['id', 'event_name', 'subscription_id', 'customer_id', 'occurred_at', 'value'] as const;

/** A line that is not a valid event. Its batch was not sent. */
class LineError extends UsageError {
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}`);
  }
}

/** Returns an id derived from the line, for an event that has none. The event is then counted once even if the file is imported again. */
const idOfLine = (line: number, text: string): string =>
  `line-${createHash('sha256').update(`${line}\n${text}`).digest('hex').slice(0, 32)}`;

const eventOfJson = (line: number, text: string): SentEvent => {
  try {
    const fields: unknown = JSON.parse(text);
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw new LineError(line, 'not a JSON object.');
    // The service checks the fields of each event.
    return { id: idOfLine(line, text), ...fields } as SentEvent;
  } catch (error) {
    throw error instanceof LineError ? error : new LineError(line, 'not JSON.');
  }
};

const cellsOf = (line: number, text: string): readonly string[] => {
  const { data, errors } = Papa.parse<string[]>(text);
  const [cells] = data;
  if (cells === undefined || errors.some(({ type }) => type === 'Quotes')) throw new LineError(line, 'not CSV.');
  return cells.map((cell) => cell.trim());
};

const headingsOf = (text: string): readonly string[] => {
  const headings = cellsOf(1, text.replace(/^\uFEFF/, ''));
  const unknown = headings.find((name) => !name.startsWith(PROPERTY) && !(FIELDS as readonly string[]).includes(name));
  if (unknown === undefined) return headings;
  throw new LineError(1, `unknown column ${unknown}. Columns: ${FIELDS.join(', ')}, and ${PROPERTY}NAME for each property.`);
};

const eventOfCells = (headings: readonly string[], line: number, text: string): SentEvent => {
  const cells = cellsOf(line, text);
  if (cells.length !== headings.length) throw new LineError(line, `${cells.length} columns instead of ${headings.length}.`);
  const filled = headings.flatMap((name, index) => (cells[index] ? [[name, cells[index]] as const] : []));
  const properties = Object.fromEntries(
    filled.flatMap(([name, cell]) => (name.startsWith(PROPERTY) ? [[name.slice(PROPERTY.length), cell]] : [])),
  );
  const { occurred_at: occurredAt, ...fields } = Object.fromEntries(filled.filter(([name]) => !name.startsWith(PROPERTY)));
  if (occurredAt !== undefined && !/^\d+$/.test(occurredAt)) throw new LineError(line, 'occurred_at must be Unix seconds.');
  return {
    id: idOfLine(line, text),
    ...fields,
    ...(occurredAt === undefined ? {} : { occurred_at: Number(occurredAt) }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  } as SentEvent;
};

/** Yields the events of a file line by line. Skips empty lines. */
async function* eventsOf(file: string): AsyncGenerator<NumberedEvent> {
  const isJson = /\.(jsonl|ndjson)$/i.test(file);
  if (!isJson && !/\.csv$/i.test(file)) throw new UsageError('The name of the file must end with .csv or .jsonl.');
  let headings: readonly string[] | null = null;
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    if (text.trim() === '') continue;
    if (isJson) yield { line, event: eventOfJson(line, text) };
    else if (headings === null) headings = headingsOf(text);
    else yield { line, event: eventOfCells(headings, line, text) };
  }
}

/** Path of the file that contains the progress until the import is complete. */
const progressFileOf = (file: string): string => `${file}.progress`;

/** How many events of an import were sent, by outcome, and the number of the last sent line. The progress file contains this as JSON. */
interface Progress {
  line: number;
  recorded: number;
  duplicates: number;
  refused: number;
}

const START: Progress = { line: 0, recorded: 0, duplicates: 0, refused: 0 };

/** Reads the progress of an interrupted import; returns `START` if there is no progress file, or if its content is invalid. */
const readProgress = (file: string): Progress => {
  const path = progressFileOf(file);
  if (!existsSync(path)) return { ...START };
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'));
    // Former releases stored only the line.
    const progress = { ...START, ...(typeof stored === 'number' ? { line: stored } : (stored as Partial<Progress>)) };
    return Object.values(progress).every((count) => Number.isSafeInteger(count) && count >= 0) ? progress : { ...START };
  } catch {
    return { ...START };
  }
};

/**
 * Sends the events of a CSV or JSONL file. An import that was interrupted continues after the last line that was sent; an event that is
 * sent twice is counted once. Prints the refused events. Returns 1 if an event was refused, in this run or before the interruption.
 */
export const importUsage = async (session: Session, file: string): Promise<number> => {
  const { billing, terminal } = session;
  if (!existsSync(file)) throw new UsageError(`No file ${file}.`);
  const totals = readProgress(file);
  const { line: lastSent } = totals;
  if (lastSent > 0) terminal.printError(`Continues after line ${lastSent}. Delete ${progressFileOf(file)} to start again.`);
  const sendBatch = async (batch: readonly NumberedEvent[]): Promise<void> => {
    const last = batch.at(-1);
    if (last === undefined) return;
    const answer = await billing.usageEvents.create({ events: batch.map(({ event }) => event) });
    totals.recorded += answer.recorded;
    totals.duplicates += answer.duplicates;
    totals.refused += answer.refused;
    for (const [index, { error }] of answer.outcomes.entries()) {
      if (error !== null) terminal.printError(`Line ${batch[index]?.line}: ${error.message}`);
    }
    totals.line = last.line;
    writeFileSync(progressFileOf(file), JSON.stringify(totals));
    terminal.progress(`${totals.recorded + totals.duplicates + totals.refused} events sent, up to line ${last.line}`);
  };
  let batch: NumberedEvent[] = [];
  for await (const numbered of eventsOf(file)) {
    if (numbered.line <= lastSent) continue;
    terminal.signal.throwIfAborted();
    batch.push(numbered);
    if (batch.length < BATCH_SIZE) continue;
    await sendBatch(batch);
    batch = [];
  }
  await sendBatch(batch);
  terminal.progress(null);
  rmSync(progressFileOf(file), { force: true });
  terminal.print(`${totals.recorded} recorded, ${totals.duplicates} recorded before, ${totals.refused} refused`);
  return totals.refused === 0 ? 0 : 1;
};
