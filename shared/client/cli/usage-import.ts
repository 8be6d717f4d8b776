import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import Papa from 'papaparse';
import { BillingError } from '../errors.ts';
import type { Body } from '../types.ts';
import type { Session } from './command.ts';
import { CommandLineError } from './usage.ts';

/** `billing usage import`: sends the usage events of a file in batches. */

type SentEvent = Body<'usage_events.create'>['events'][number];

/** A line of the file. `line`: its number, from 1; `beginning`: hash of this line and all lines before it. */
interface Line {
  readonly line: number;
  readonly text: string;
  readonly beginning: string;
}

/** The event of a line as it is in the file, possibly without an id. */
type FileEvent = Omit<SentEvent, 'id'> & Partial<Pick<SentEvent, 'id'>>;

/** An event with its line. */
interface LineEvent extends Line {
  readonly event: SentEvent;
}

const BATCH_SIZE = 500;
const PROPERTY = 'properties.';
const FIELDS = ['id', 'event_name', 'subscription_id', 'customer_id', 'occurred_at', 'value'] as const;

/** A line that is not a valid event. Its batch was not sent. */
class LineError extends CommandLineError {
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}`);
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const eventOfJson = ({ line, text }: Line): FileEvent => {
  try {
    const fields: unknown = JSON.parse(text);
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw new LineError(line, 'not a JSON object.');
    // The service checks the fields of each event.
    return fields as FileEvent;
  } catch (error) {
    throw error instanceof LineError ? error : new LineError(line, 'not JSON.');
  }
};

/** The headings of a CSV file, and the delimiter of all its lines. */
interface Headings {
  readonly names: readonly string[];
  readonly delimiter: string;
}

/** Parses a line of a CSV file. `delimiter`: empty to guess it. Returns the delimiter with the cells. */
const parseLine = (line: number, text: string, delimiter: string): { readonly cells: readonly string[]; readonly delimiter: string } => {
  const { data, errors, meta } = Papa.parse<string[]>(text, { delimiter });
  const [cells] = data;
  if (cells === undefined || errors.some(({ type }) => type === 'Quotes')) throw new LineError(line, 'not CSV.');
  return { cells: cells.map((cell) => cell.trim()), delimiter: meta.delimiter };
};

const headingsOf = (text: string): Headings => {
  const { cells: names, delimiter } = parseLine(1, text.replace(/^\uFEFF/, ''), '');
  const unknown = names.find((name) => !name.startsWith(PROPERTY) && !(FIELDS as readonly string[]).includes(name));
  if (unknown === undefined) return { names, delimiter };
  throw new LineError(1, `unknown column ${unknown}. Columns: ${FIELDS.join(', ')}, and ${PROPERTY}NAME for each property.`);
};

const eventOfCells = ({ names, delimiter }: Headings, { line, text }: Line): FileEvent => {
  const { cells } = parseLine(line, text, delimiter);
  if (cells.length !== names.length) throw new LineError(line, `${cells.length} columns instead of ${names.length}.`);
  const filled = names.flatMap((name, index) => (cells[index] ? [[name, cells[index]] as const] : []));
  const properties = Object.fromEntries(
    filled.flatMap(([name, cell]) => (name.startsWith(PROPERTY) ? [[name.slice(PROPERTY.length), cell]] : [])),
  );
  const { occurred_at: occurredAt, ...fields } = Object.fromEntries(filled.filter(([name]) => !name.startsWith(PROPERTY)));
  if (occurredAt !== undefined && !/^\d+$/.test(occurredAt)) throw new LineError(line, 'occurred_at must be Unix seconds.');
  return {
    ...fields,
    ...(occurredAt === undefined ? {} : { occurred_at: Number(occurredAt) }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  } as FileEvent;
};

async function* linesOf(file: string): AsyncGenerator<Line> {
  let line = 0;
  let beginning = '';
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    beginning = hashOf(`${beginning}\n${text}`);
    yield { line, text, beginning };
  }
}

/**
 * Returns a function that adds an id to each event without one, derived from the text of its line and the number of equal lines before it.
 * The event is then counted once even if the file is imported again, also after lines were added or removed elsewhere.
 */
const createIdAssigner = (): ((line: Line, event: FileEvent) => SentEvent) => {
  const occurrences = new Map<string, number>();
  return ({ line, text }, event) => {
    if (event.id !== undefined) return { ...event, id: event.id };
    if ((event.occurred_at ?? null) === null) {
      throw new LineError(line, 'needs an id or occurred_at. Without both, equal lines of different times would be counted once.');
    }
    const hash = hashOf(text);
    const occurrence = (occurrences.get(hash) ?? 0) + 1;
    occurrences.set(hash, occurrence);
    return { ...event, id: `line-${hashOf(`${occurrence}\n${text}`)}` };
  };
};

/** Yields the events of a file line by line. Skips empty lines. */
async function* eventsOf(file: string): AsyncGenerator<LineEvent> {
  const isJson = /\.(jsonl|ndjson)$/i.test(file);
  if (!isJson && !/\.csv$/i.test(file)) throw new CommandLineError('The name of the file must end with .csv or .jsonl.');
  const withId = createIdAssigner();
  let headings: Headings | null = null;
  for await (const line of linesOf(file)) {
    if (line.text.trim() === '') continue;
    if (isJson) yield { ...line, event: withId(line, eventOfJson(line)) };
    else if (headings === null) headings = headingsOf(line.text);
    else yield { ...line, event: withId(line, eventOfCells(headings, line)) };
  }
}

/** Path of the file that contains the progress until the import is complete. */
const progressFileOf = (file: string): string => `${file}.progress`;

/**
 * Progress of an import, which the progress file contains as JSON. `line`: number of the last sent line. `beginning`: hash of the file up
 * to that line. The other fields: the number of sent events, by outcome.
 */
interface Progress {
  line: number;
  recorded: number;
  duplicates: number;
  refused: number;
  beginning: string;
}

const START: Progress = { line: 0, recorded: 0, duplicates: 0, refused: 0, beginning: '' };

/** Reads the progress of an interrupted import; returns `START` if there is no progress file, or if its content is invalid. */
const readProgress = (file: string): Progress => {
  const path = progressFileOf(file);
  if (!existsSync(path)) return { ...START };
  try {
    const progress = { ...START, ...(JSON.parse(readFileSync(path, 'utf8')) as Partial<Progress>) };
    const { beginning: _, ...counts } = progress;
    return Object.values(counts).every((count) => Number.isSafeInteger(count) && count >= 0) ? progress : { ...START };
  } catch {
    return { ...START };
  }
};

/** Throws if the lines that were sent before an interruption are not the beginning of the file. */
const checkBeginning = async (file: string, { line: lastSent, beginning: sentBeginning }: Progress): Promise<void> => {
  for await (const { line, beginning } of linesOf(file)) {
    if (line === lastSent && beginning === sentBeginning) return;
    if (line >= lastSent) break;
  }
  if (sentBeginning === '') {
    throw new BillingError(
      `${progressFileOf(file)} was written by a former version of this command, which computed the ids of lines without an id differently. If these ` +
        `lines were sent again, they would be counted twice. Delete ${progressFileOf(file)}, and remove the lines that were sent, 1 to ` +
        `${lastSent}, from ${file}, except headings.`,
    );
  }
  throw new BillingError(
    `Lines 1 to ${lastSent} are not those that were sent before the interruption. Restore them to continue. ` +
      `Or delete ${progressFileOf(file)} to send all lines: unchanged events are counted once, changed lines without an id are counted again.`,
  );
};

/**
 * Sends the events of a CSV or JSONL file. An import that was interrupted continues after the last line that was sent; an event that is
 * sent twice is counted once. Prints the refused events. Returns 1 if an event was refused, in this run or before the interruption.
 * Throws `BillingError` if the part of the file that was already sent has changed.
 */
export const importUsage = async (session: Session, file: string): Promise<number> => {
  const { billing, terminal } = session;
  if (!existsSync(file)) throw new CommandLineError(`No file ${file}.`);
  const totals = readProgress(file);
  const { line: lastSent } = totals;
  if (lastSent > 0) {
    await checkBeginning(file, totals);
    terminal.printError(`Continues after line ${lastSent}. Delete ${progressFileOf(file)} to start again.`);
  }
  const sendBatch = async (batch: readonly LineEvent[]): Promise<void> => {
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
    totals.beginning = last.beginning;
    writeFileSync(progressFileOf(file), JSON.stringify(totals));
    terminal.progress(`${totals.recorded + totals.duplicates + totals.refused} events sent, up to line ${last.line}`);
  };
  let batch: LineEvent[] = [];
  for await (const lineEvent of eventsOf(file)) {
    if (lineEvent.line <= lastSent) continue;
    terminal.signal.throwIfAborted();
    batch.push(lineEvent);
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
