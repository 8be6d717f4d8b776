import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { creditNoteDocument } from '../../shared/documents/credit-note-document.ts';
import { invoiceDocument } from '../../shared/documents/invoice-document.ts';
import { renderPdf } from '../../shared/documents/pdf/render.ts';
import { applicableFormats } from '../../shared/domain/e-invoice/formats.ts';
import { missingFields } from '../../shared/domain/e-invoice/missing.ts';
import { eInvoiceModel } from '../../shared/e-invoices/build.ts';
import type { EInvoiceSource } from '../../shared/e-invoices/types.ts';
import { writeEInvoice } from '../../shared/e-invoices/write.ts';
import { randomDocuments } from '../../test/e-invoices/support/histories.ts';
import { SAMPLES, sourceOf } from '../../test/e-invoices/support/samples.ts';
import { installedColorProfile, installedFonts } from '../documents/fonts.ts';
import { isAccepted, type JudgedDocument } from './accepted.ts';
import { MUTANTS } from './mutants.ts';
import { differencesFromApi } from './readings.ts';
import { type Finding, NotInstalled, readFolder, validate } from './validators.ts';

/**
 * `npm run test:e-invoices`: writes the documents of random histories in every format that applies, and validates the files with phive
 * and Mustang. An independent library reads the files, and the values that it finds must equal those of the records. Also writes files with
 * deliberate faults (`MUTANTS`), and fails if a fault is not found. Needs Java 17 with Maven, and Python 3.11. `E_INVOICES`: number of
 * documents (default 1000), `E_INVOICE_PDFS`: how many of them are also rendered as PDF (default: all), `E_INVOICE_SEED`: seed of the
 * random documents.
 */

const COUNT = Number(process.env['E_INVOICES'] ?? 1000);
const PDFS = Number(process.env['E_INVOICE_PDFS'] ?? COUNT);
const SEED = Number(process.env['E_INVOICE_SEED'] ?? 32_000);

const build = join(REPOSITORY_ROOT, '.build', 'e-invoices');
const tools = join(build, 'tools');
const files = join(build, 'files');

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Exit code of sysexits.h for a temporary failure: a validator could not be downloaded. */
const EX_TEMPFAIL = 75;

process.on('uncaughtException', (error) => {
  console.error(error);
  process.exit(error instanceof NotInstalled ? EX_TEMPFAIL : 1);
});

const fonts = installedFonts();
const colorProfile = installedColorProfile();
const NO_BRANDING = { displayName: null, primaryColor: null, logo: null };

const renderFacturx = ({ document, method }: EInvoiceSource, xml: string): Promise<Uint8Array> => {
  const model = 'invoiceId' in document ? creditNoteDocument(document, 'live') : invoiceDocument(document, 'live', method);
  return renderPdf(model, NO_BRANDING, fonts, { colorProfile, eInvoice: xml });
};

/** Writes a document in every format that applies and for which it has all fields. */
const writeFormats = async (name: string, source: EInvoiceSource, withPdf: boolean): Promise<void> => {
  const model = eInvoiceModel(source);
  for (const format of applicableFormats(source)) {
    if (missingFields(source, format).length > 0) continue;
    const xml = writeEInvoice(model, format);
    if (format !== 'facturx') writeFileSync(join(files, `${name}.${format}.xml`), xml);
    else if (withPdf) writeFileSync(join(files, `${name}.facturx.pdf`), await renderFacturx(source, xml));
  }
};

const writeMutants = (): void => {
  for (const { name, sample, format, mutate } of MUTANTS) {
    const xml = writeEInvoice(mutate(eInvoiceModel(sourceOf(sample))), format);
    writeFileSync(join(files, `mutant-${name}.${format}.xml`), xml);
  }
};

/** Writes all files. Returns the sources by name. */
const writeAll = async (): Promise<ReadonlyMap<string, EInvoiceSource>> => {
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files, { recursive: true });
  const random = randomDocuments(COUNT, SEED).map((source, index) => [`random-${index}`, source] as const);
  const samples = Object.entries(SAMPLES).map(([name, { source }]) => [name, source] as const);
  for (const [index, [name, source]] of [...samples, ...random].entries()) await writeFormats(name, source, index < samples.length + PDFS);
  writeMutants();
  const mutants = MUTANTS.map(({ name, sample }) => [`mutant-${name}`, sourceOf(sample)] as const);
  return new Map([...samples, ...random, ...mutants]);
};

const nameOf = (file: string): string => file.split('.')[0] ?? file;

const sources = await writeAll();
const sourceOfFile = (file: string): EInvoiceSource => {
  const source = sources.get(nameOf(file));
  if (source === undefined) throw new Error(`There is no document for ${file}.`);
  return source;
};
const judgedDocumentOf = (source: EInvoiceSource): JudgedDocument => ({
  currency: source.document.currency,
  isOutsideScope: eInvoiceModel(source).taxes.every(({ category }) => category === 'O'),
});
const names = readdirSync(files);
const xmlCount = names.filter((file) => file.endsWith('.xml')).length;
print(`${names.length} files of ${COUNT} documents, ${Object.keys(SAMPLES).length} samples and ${MUTANTS.length} mutants`);
const findings: Finding[] = [];
findings.push(...(await validate('Phive', files, tools, xmlCount)));
print(`phive: ${findings.length} findings`);
const mustangFindings = await validate('Mustang', files, tools, names.length);
findings.push(...mustangFindings);
print(`Mustang: ${mustangFindings.length} findings`);
for (const reading of await readFolder(files, tools)) {
  for (const message of differencesFromApi(reading, sourceOfFile(reading.file)))
    findings.push({ file: reading.file, severity: 'error', rule: 'reading', message });
}

const faults = findings.filter((finding) => !isAccepted(finding, judgedDocumentOf(sourceOfFile(finding.file))));
const faulty = new Set(faults.map(({ file }) => file));
const missed = MUTANTS.filter(({ name, format }) => !faulty.has(`mutant-${name}.${format}.xml`));
const unexpected = faults.filter(({ file }) => !file.startsWith('mutant-'));
for (const { file, severity, rule, message } of unexpected.slice(0, 50)) print(`FAIL ${file}: ${severity} ${rule} ${message}`);
for (const { name } of missed) print(`FAIL the fault of mutant ${name} was not found`);
const failed = new Set(unexpected.map(({ file }) => file)).size + missed.length;
print(`${findings.length - faults.length} accepted findings (scripts/e-invoices/accepted.ts)`);
print(`${names.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
