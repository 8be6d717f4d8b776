import { gunzipSync } from 'node:zlib';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { type KeepingDeps, keepDocuments } from '../../shared/documents/keep.ts';
import { pictureFetcher, remembered } from '../../shared/documents/logo.ts';
import { namedIn } from '../../shared/documents/messages.ts';
import { type Fonts, openFonts } from '../../shared/documents/pdf/fonts.ts';
import { type Logo, logoIn } from '../../shared/documents/pdf/image.ts';
import { renderPdf } from '../../shared/documents/pdf/render.ts';
import type { JsonObject, Tenant } from '../../shared/domain/tenant.ts';
import type { EventName } from '../../shared/ports/index.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { clock, documentFiles, openTable, storeOf } from '../../shared/runtime/services.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { readEntries } from '../../shared/store/event-log/entries.ts';
import { sequenceOf } from '../../shared/store/event-log/event-id.ts';
import { parseEvent } from '../../shared/store/event-log/event-text.ts';
import { guardSettings } from '../../shared/webhooks/settings.ts';

/** What is not begun this long before the function's time is over comes again. */
const MARGIN_MS = 15_000;

let opened: Promise<Fonts> | undefined;
const fonts = (): Promise<Fonts> => {
  opened ??= openCarriedFonts();
  return opened;
};

/** The build puts the files into the bundle. */
const openCarriedFonts = async (): Promise<Fonts> => {
  const [regular, bold] = await Promise.all([
    import('asset:@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
    import('asset:@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  ]);
  return openFonts({ regular: gunzipSync(regular.default), bold: gunzipSync(bold.default) });
};

const logoAt = remembered(async (url: string): Promise<Logo | null> => {
  const file = await pictureFetcher(guardSettings())(url);
  return file === null ? null : logoIn(file);
}, clock.nowMs);

const render: KeepingDeps['render'] = async (model, { branding }) => {
  const { displayName, primaryColor, logoUrl } = branding;
  return renderPdf(model, { displayName, primaryColor, logo: logoUrl === null ? null : await logoAt(logoUrl) }, await fonts());
};

/** The ids of the records that events tell of. */
const subjectsOf = async (table: Table, tenant: Tenant, events: readonly EventName[]): Promise<readonly string[]> => {
  const sequences = events.flatMap(({ id }) => sequenceOf(id) ?? []);
  const entries = await readEntries(table, tenant, sequences);
  return entries.flatMap(({ event }) => (event === null ? [] : [String((parseEvent(event).data as JsonObject)['id'])]));
};

/** Renders the documents that events tell of, and those that readers missed. Returns each message of which a document was not kept. */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const table = openTable();
  const proceed = (): boolean => context.getRemainingTimeInMillis() > MARGIN_MS;
  const deps: KeepingDeps = { store: storeOf(table), files: await documentFiles(), render, proceed };
  return eachMessage<unknown>(event, async (message) => {
    const { tenant, ids, events } = namedIn(message);
    await keepDocuments(deps, tenant, [...ids, ...(await subjectsOf(table, tenant, events))]);
  });
};
