import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { newPlan, subscribe } from '../../test/contract/support/objects.ts';
import { assets } from '../build/assets.ts';
import { FUNCTION_BUNDLE } from '../build/options.ts';
import { apiOf } from '../support/api.ts';
import { eventually } from '../support/waiting.ts';
import { median } from './measure.ts';
import { ensureNode24 } from './node24.ts';
import type { Subject } from './subject.ts';
import { atLeast, atMost, columns, type PartResult, shortNumber } from './verdict.ts';

const run = promisify(execFile);

const FIRST_BUDGET_MS = 1500;
const PER_SECOND_BUDGET = 30;
const COLD_STARTS = 3;

/** A program that renders documents like the worker, but without the table and the bucket. */
const PROGRAM = `
import { gunzipSync } from 'node:zlib';
import regular from 'asset:@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf';
import bold from 'asset:@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf';
import profile from 'asset:pdfkit/js/data/sRGB_IEC61966_2_1.icc';
import { openFonts } from './shared/documents/pdf/fonts.ts';
import { renderPdf } from './shared/documents/pdf/render.ts';
import { SAMPLES } from './scripts/documents/samples.ts';
const fonts = openFonts({ regular: gunzipSync(regular), bold: gunzipSync(bold) });
const archive = { colorProfile: gunzipSync(profile), eInvoice: null };
const render = (name) => renderPdf(SAMPLES[name](), { displayName: null, primaryColor: '#0f766e', logo: null }, fonts, archive);
await render('one-page');
const firstMs = performance.now();
const rate = async (name, count) => {
  for (let repetition = 0; repetition < count / 4; repetition += 1) await render(name);
  const begun = performance.now();
  for (let repetition = 0; repetition < count; repetition += 1) await render(name);
  return (count * 1000) / (performance.now() - begun);
};
const rates = { 'one-page': await rate('one-page', 120), 'three-pages': await rate('three-pages', 40) };
process.stdout.write(JSON.stringify({ firstMs, rates }));
`;

/** A program that renders one invoice 50 times, as Factur-X or, with the argument `plain`, as a plain PDF. Prints the user CPU time. */
const CPU_PROGRAM = `
import { gunzipSync } from 'node:zlib';
import regular from 'asset:@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf';
import bold from 'asset:@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf';
import profile from 'asset:pdfkit/js/data/sRGB_IEC61966_2_1.icc';
import { eInvoiceXml } from './shared/documents/e-invoice.ts';
import { invoiceDocument } from './shared/documents/invoice-document.ts';
import { openFonts } from './shared/documents/pdf/fonts.ts';
import { renderPdf } from './shared/documents/pdf/render.ts';
import { buyerNamed, invoiceOf, lineOf, vat } from './scripts/documents/sales.ts';
const fonts = openFonts({ regular: gunzipSync(regular), bold: gunzipSync(bold) });
const colorProfile = gunzipSync(profile);
const record = invoiceOf({ buyer: buyerNamed('Buyer B.V.'), lines: [lineOf('Pro', 4900), lineOf('Seats', 12000)], tax: vat(2100, 'exclusive') });
const render = () => {
  const eInvoice = process.argv[2] === 'plain' ? null : eInvoiceXml({ record, corrected: null, method: null }, 'facturx');
  return renderPdf(invoiceDocument(record, 'live'), { displayName: null, primaryColor: '#0f766e', logo: null }, fonts, { colorProfile, eInvoice });
};
for (let repetition = 0; repetition < 10; repetition += 1) await render();
const begun = process.cpuUsage();
for (let repetition = 0; repetition < 50; repetition += 1) await render();
process.stdout.write(JSON.stringify(process.cpuUsage(begun).user / 1000));
`;

const CPU_RUNS = 5;
/** Maximum ratio of the CPU time of Factur-X PDFs to that of plain PDFs. */
const CPU_RATIO_BUDGET = 1.5;

/** Leaves out what makes a PDF archivable, so that a bundle renders plain PDFs. */
const withoutArchive: Plugin = {
  name: 'without-archive',
  setup: ({ onLoad }) =>
    onLoad({ filter: /documents\/pdf\/archive\.ts$/ }, () => ({ contents: 'export const makeArchivable = () => {};' })),
};

/** Measures the user CPU time of 50 documents of one page, in milliseconds: as plain PDFs, and as PDF/A-3 with XML. */
const measureCpu = async (): Promise<{ readonly plainMs: number; readonly facturxMs: number }> => {
  const times = { plain: [] as number[], facturx: [] as number[] };
  await withBundles({ plain: { program: CPU_PROGRAM, plugins: [withoutArchive] }, facturx: { program: CPU_PROGRAM } }, async (files) => {
    const node = await ensureNode24();
    for (let repetition = 0; repetition < CPU_RUNS; repetition += 1)
      for (const kind of ['plain', 'facturx'] as const) times[kind].push(JSON.parse((await run(node, [files[kind], kind])).stdout));
  });
  return { plainMs: median(times.plain), facturxMs: median(times.facturx) };
};

interface RenderTimes {
  /** From the start of the process until the first document is rendered. */
  readonly firstMs: number;
  /** Documents per second of one warm process. */
  readonly rates: Readonly<Record<'one-page' | 'three-pages', number>>;
}

interface Bundle {
  readonly program: string;
  readonly plugins?: readonly Plugin[];
}

/** Bundles programs like the Lambda functions, and passes the files of the bundles to `use`. */
const withBundles = async <Name extends string, Result>(
  bundles: Readonly<Record<Name, Bundle>>,
  use: (files: Readonly<Record<Name, string>>) => Promise<Result>,
): Promise<Result> => {
  const directory = mkdtempSync(join(tmpdir(), 'billing-documents-'));
  try {
    const files: Partial<Record<Name, string>> = {};
    for (const [name, { program, plugins = [] }] of Object.entries<Bundle>(bundles)) {
      const outfile = join(directory, `${name}.mjs`);
      await build({
        ...FUNCTION_BUNDLE,
        stdin: { contents: program, resolveDir: REPOSITORY_ROOT, sourcefile: 'render.ts', loader: 'ts' },
        absWorkingDir: REPOSITORY_ROOT,
        outfile,
        plugins: [...plugins, assets],
      });
      files[name as Name] = outfile;
    }
    return await use(files as Record<Name, string>);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Runs `PROGRAM` in several new processes, without a service. */
const renderAlone = (): Promise<readonly RenderTimes[]> =>
  withBundles({ render: { program: PROGRAM } }, async ({ render }) => {
    const node = await ensureNode24();
    const results: RenderTimes[] = [];
    for (let start = 0; start < COLD_STARTS; start += 1) results.push(JSON.parse((await run(node, [render])).stdout));
    return results;
  });

/** Makes the first sale on a new host; measures the time from the end of the sale until its invoice can be downloaded. */
const measureFirstOnHost = async (subject: Subject): Promise<number> => {
  const host = await subject.host();
  const client = apiOf(host.baseUrl).client(host.testKey);
  const { priceId } = await newPlan(client);
  const session = await subscribe(client, priceId);
  const begun = performance.now();
  const [invoice] = await client.list(`/v1/invoices?customer_id=${String(session.customer_id)}`);
  const headers = { authorization: `Bearer ${host.testKey}` };
  await eventually(
    () => fetch(`${host.baseUrl}/v1/invoices/${String(invoice?.id)}/pdf`, { headers }),
    ({ status }) => status === 200,
  );
  return performance.now() - begun;
};

/** Measures the time until the first document is rendered, the documents per second, and the CPU time of PDFs with an e-invoice. */
export const measureDocuments = async (subject: Subject): Promise<PartResult> => {
  const alone = await renderAlone();
  const firstMs = median(alone.map((each) => each.firstMs));
  const onePage = median(alone.map(({ rates }) => rates['one-page']));
  const threePages = median(alone.map(({ rates }) => rates['three-pages']));
  const cpu = await measureCpu();
  const onHostMs = await measureFirstOnHost(subject);
  await subject.stop();
  return {
    findings: [
      atMost('first document of a process (Node 24)', firstMs, FIRST_BUDGET_MS, ' ms'),
      atMost('first document of a host, from its sale', onHostMs, FIRST_BUDGET_MS, ' ms'),
      atLeast('documents of one page a second, by one process', onePage, PER_SECOND_BUDGET),
      atMost('user CPU of Factur-X, compared with a plain PDF', cpu.facturxMs / cpu.plainMs, CPU_RATIO_BUDGET, ' times'),
    ],
    detail: columns([
      ['documents', 'a second'],
      ['of one page', shortNumber(onePage)],
      ['of three pages', shortNumber(threePages)],
      ['user CPU of 50 plain PDFs', `${shortNumber(cpu.plainMs)} ms`],
      ['user CPU of 50 Factur-X PDFs', `${shortNumber(cpu.facturxMs)} ms`],
    ]),
    data: { alone, cpu, onHostMs },
  };
};
