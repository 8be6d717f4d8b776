import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright-core';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** Returns the folder of `@sparticuz/chromium`. Derives it from the main file, because the package does not export `package.json`. */
const packageRoot = (): string => join(dirname(require.resolve('@sparticuz/chromium')), '..', '..');

const versionOf = (root: string): string => {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return String((manifest as { readonly version?: unknown }).version);
};

/** Folder of unpacked browsers. Not the temporary directory: other users could place an executable there under a predictable name. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

const fontConfiguration = (home: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts')}</dir>
  <cachedir>${join(home, 'fonts-cache')}</cachedir>
  <config></config>
</fontconfig>
`;

/**
 * Unpacks the browser into `directory`. The package unpacks into `TMPDIR`, and unpacks the required libraries only if it runs on Lambda.
 * Therefore the package runs in a separate process, with environment variables that simulate Lambda.
 */
const unpackInto = async (directory: string): Promise<void> => {
  const entry = require.resolve('@sparticuz/chromium');
  const source = `const m = require(${JSON.stringify(entry)}); (m.default ?? m).executablePath().catch((e) => { console.error(e); process.exit(1); })`;
  const env = { ...process.env, TMPDIR: directory, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  await run(process.execPath, ['-e', source], { env, timeout: 120_000 });
};

/**
 * Returns the folder of the unpacked browser. Each process unpacks into a separate draft folder; the first complete draft becomes the
 * folder, and later drafts are deleted.
 */
const unpackedFolder = async (): Promise<string> => {
  const home = join(CACHE, `chromium-${versionOf(packageRoot())}`);
  if (existsSync(join(home, 'chromium'))) return home;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'chromium-unpacking-'));
  try {
    await unpackInto(draft);
    await writeFile(join(draft, 'fonts', 'fonts.conf'), fontConfiguration(home));
    await rename(draft, home);
  } catch (error) {
    if (!existsSync(join(home, 'chromium'))) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return home;
};

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const LAUNCH_MS = 30_000;

/** Launches a browser. Tries once more if the browser crashes while it starts, which happens on a busy machine. */
export const launchWithRetry = async (options: LaunchOptions): Promise<Browser> => {
  const launch = (): Promise<Browser> => chromium.launch({ args: ARGUMENTS, timeout: LAUNCH_MS, ...options });
  return launch().catch((error: unknown) => {
    if (!String(error).includes('has been closed')) throw error;
    return launch();
  });
};

const launchPackaged = async (): Promise<Browser> => {
  const home = await unpackedFolder();
  const libraries = [join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter((path) => path !== undefined && path !== '');
  return launchWithRetry({
    executablePath: join(home, 'chromium'),
    env: { ...definedOf(process.env), LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_PATH: join(home, 'fonts') },
  });
};

const definedOf = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

const { CHROMIUM_PATH = '' } = process.env;

/** Whether the tests use the packaged Chromium. Its version and fonts are pinned, so it renders a page the same way on every machine. */
export const IS_PACKAGED_BROWSER = CHROMIUM_PATH === '' && process.platform === 'linux' && process.arch === 'x64';

/**
 * Launches a browser with a new profile: the program at `CHROMIUM_PATH` if set, else the packaged Chromium on 64-bit Linux, else the
 * installed Chrome. The caller must close the browser.
 */
export const launchBrowser = async (): Promise<Browser> => {
  if (CHROMIUM_PATH !== '') return launchWithRetry({ executablePath: CHROMIUM_PATH });
  if (IS_PACKAGED_BROWSER) return launchPackaged();
  return launchWithRetry({ channel: 'chrome' });
};

/** A page in a new browser context. */
export interface FreshPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Violations of the content security policy on all pages of the context. */
  readonly violations: readonly string[];
}

/** Opens a page in a new browser context, with a long timeout for busy machines. */
export const freshPage = async (browser: Browser): Promise<FreshPage> => {
  const context = await browser.newContext();
  const violations: string[] = [];
  context.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/i.test(message.text())) violations.push(message.text());
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return { context, page, violations };
};
