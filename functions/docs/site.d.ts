/** Files of the documentation site by path below `/docs/`; the build puts them into the bundle (`scripts/build/docs`). */
declare module 'docs-site:*' {
  /** `gzipped` loads the bytes of the file, compressed with gzip. */
  export const files: Readonly<Record<string, { readonly type: string; readonly gzipped: () => Promise<Uint8Array> } | undefined>>;
  /** Only in `docs-site:reference`: the reference's Markdown files with their titles and first sentences. */
  export const reference: readonly { readonly file: string; readonly title: string; readonly summary: string }[];
  /** Content-Security-Policy of the pages. */
  export const policy: string;
}

/** The guides' file names, titles and first sentences. */
declare module 'guides:list' {
  const list: readonly { readonly file: string; readonly title: string; readonly summary: string }[];
  export default list;
}
