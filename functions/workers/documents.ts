import { gunzipSync } from 'node:zlib';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { imageFetcher, memoizeForMinutes, printableLogo } from '../../shared/documents/logo.ts';
import { parseDocumentsMessage } from '../../shared/documents/messages.ts';
import { type Fonts, openFonts } from '../../shared/documents/pdf/fonts.ts';
import type { Logo } from '../../shared/documents/pdf/image.ts';
import { renderPdf } from '../../shared/documents/pdf/render.ts';
import { type RenderDeps, renderMissingDocuments } from '../../shared/documents/render-missing.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { accountOfLogo } from '../../shared/platform/logo-url.ts';
import type { EventRef } from '../../shared/ports/index.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { clock, documentFiles, openTable, storeOf } from '../../shared/runtime/services.ts';
import { readLogo } from '../../shared/store/core/logo-file.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { readEntries } from '../../shared/store/event-log/entries.ts';
import { sequenceOf } from '../../shared/store/event-log/event-id.ts';
import { parseEvent } from '../../shared/store/event-log/event-text.ts';
import { addressGuardSettings } from '../../shared/webhooks/settings.ts';

/** With less time than this until the function's timeout, no further document is rendered; the message is retried. */
const MARGIN_MS = 15_000;

let cachedFonts: Promise<Fonts> | undefined;
const fonts = (): Promise<Fonts> => {
  cachedFonts ??= openBundledFonts();
  return cachedFonts;
};

/** Opens the font files, which the build includes in the bundle. */
const openBundledFonts = async (): Promise<Fonts> => {
  const [regular, bold] = await Promise.all([
    import('asset:@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
    import('asset:@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  ]);
  return openFonts({ regular: gunzipSync(regular.default), bold: gunzipSync(bold.default) });
};

let cachedColorProfile: Promise<Uint8Array> | undefined;
const colorProfile = (): Promise<Uint8Array> => {
  cachedColorProfile ??= import('asset:pdfkit/js/data/sRGB_IEC61966_2_1.icc').then((file) => gunzipSync(file.default));
  return cachedColorProfile;
};

const logoAt = memoizeForMinutes(async (url: string): Promise<Logo | null> => {
  const accountId = accountOfLogo(url);
  const file =
    accountId === null ? await imageFetcher(addressGuardSettings())(url) : ((await readLogo(openTable(), accountId))?.bytes ?? null);
  return file === null ? null : printableLogo(file, accountId);
}, clock.nowMs);

const render: RenderDeps['render'] = async (model, { branding }, eInvoice) => {
  const { displayName, primaryColor, logoUrl } = branding;
  const logo = logoUrl === null ? null : await logoAt(logoUrl);
  return renderPdf(model, { displayName, primaryColor, logo }, await fonts(), { colorProfile: await colorProfile(), eInvoice });
};

/** Reads the ids of the events' objects. */
const objectIdsOf = async (table: Table, tenant: Tenant, events: readonly EventRef[]): Promise<readonly string[]> => {
  const sequences = events.flatMap(({ id }) => sequenceOf(id) ?? []);
  const entries = await readEntries(table, tenant, sequences);
  return entries.flatMap(({ event }) => (event === null ? [] : [String(parseEvent(event).data.id)]));
};

/** Renders the documents that the messages name, by event or by id. A message is retried if one of its documents could not be stored. */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const table = openTable();
  const hasTime = (): boolean => context.getRemainingTimeInMillis() > MARGIN_MS;
  const deps: RenderDeps = { store: storeOf(table), files: await documentFiles(), render, hasTime };
  return eachMessage<unknown>(event, async (message, { attributes }) => {
    const { tenant, ids, events, format, areNew } = parseDocumentsMessage(message, Number(attributes.ApproximateReceiveCount));
    await renderMissingDocuments(deps, tenant, { ids: [...ids, ...(await objectIdsOf(table, tenant, events))], format, areNew });
  });
};
