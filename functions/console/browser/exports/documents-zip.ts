import { type Zippable, zipSync } from 'fflate';
import type { Row } from '../objects/rows.ts';

/** Input of `fetchDocumentsZip`: the documents, how to fetch a PDF, and callbacks for progress and stopping. */
export interface DocumentsExport {
  readonly documents: readonly Row[];
  readonly fetchPdf: (id: string) => Promise<Blob>;
  /** Called after each document with the count of documents processed so far. */
  readonly progress: (count: number) => void;
  readonly isStopped: () => boolean;
}

/** A zip file of documents. `missing`: the numbers of the documents whose PDF does not exist yet or could not be fetched. */
export interface DocumentsZip {
  readonly file: Blob;
  readonly missing: readonly string[];
}

/** Number of parallel downloads. */
const CONCURRENCY = 4;

/** Fetches the PDFs of documents and puts them into a zip file, named by the documents' numbers. */
export const fetchDocumentsZip = async ({ documents, fetchPdf, progress, isStopped }: DocumentsExport): Promise<DocumentsZip> => {
  const files: Zippable = {};
  const missing: string[] = [];
  const waiting = [...documents];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !isStopped(); next = waiting.shift()) {
      const [id, number] = [String(next['id']), String(next['number'])];
      const pdf = await fetchPdf(id).catch(() => null);
      if (pdf === null) missing.push(number);
      // Level 0: no compression, because PDFs are compressed already.
      else files[`${number}.pdf`] = [new Uint8Array(await pdf.arrayBuffer()), { level: 0 }];
      done += 1;
      progress(done);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { file: new Blob([zipSync(files) as BlobPart], { type: 'application/zip' }), missing: missing.sort() };
};
