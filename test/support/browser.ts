import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** The package's `exports` hide its manifest, so that it is read from next to the entry point. */
const packageRoot = (): string => join(dirname(require.resolve('@sparticuz/chromium')), '..', '..');

const versionOf = (root: string): string => {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return String((manifest as { readonly version?: unknown }).version);
};

/** Not below the system's temporary directory: the name is predictable, and what is there is executed. */
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
 * Unpacks into `directory`. The package unpacks to the temporary directory of its process, and adds the libraries
 * that a bare machine lacks only where it takes itself to be on Lambda; hence a separate process that is reported both.
 */
const unpackInto = async (directory: string): Promise<void> => {
  const entry = require.resolve('@sparticuz/chromium');
  const source = `const m = require(${JSON.stringify(entry)}); (m.default ?? m).executablePath().catch((e) => { console.error(e); process.exit(1); })`;
  const env = { ...process.env, TMPDIR: directory, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  await run(process.execPath, ['-e', source], { env, timeout: 120_000 });
};

/** Where the packaged browser is, unpacked. Several processes may ask at once: each unpacks aside, the first to finish moves in. */
const unpacked = async (): Promise<string> => {
  const home = join(CACHE, `chromium-${versionOf(packageRoot())}`);
  if (existsSync(join(home, 'chromium'))) return home;
  await mkdir(CACHE, { recursive: true });
  const aside = await mkdtemp(join(CACHE, 'chromium-unpacking-'));
  try {
    await unpackInto(aside);
    await writeFile(join(aside, 'fonts', 'fonts.conf'), fontConfiguration(home));
    await rename(aside, home);
  } catch (error) {
    if (!existsSync(join(home, 'chromium'))) throw error;
  } finally {
    await rm(aside, { recursive: true, force: true });
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

const launchPackaged = async (): Promise<Browser> => {
  const home = await unpacked();
  const libraries = [join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter((path) => path !== undefined && path !== '');
  return chromium.launch({
    executablePath: join(home, 'chromium'),
    args: ARGUMENTS,
    timeout: LAUNCH_MS,
    env: { ...definedOf(process.env), LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_PATH: join(home, 'fonts') },
  });
};

const definedOf = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/**
 * A browser with a fresh profile: the one that the package carries on 64-bit Linux, elsewhere the installed one
 * (`CHROMIUM_PATH` names it, else Chrome's usual place). Anyone who launches it closes it.
 */
export const launchBrowser = async (): Promise<Browser> => {
  const installed = process.env.CHROMIUM_PATH;
  if (installed !== undefined && installed !== '')
    return chromium.launch({ executablePath: installed, args: ARGUMENTS, timeout: LAUNCH_MS });
  if (process.platform === 'linux' && process.arch === 'x64') return launchPackaged();
  return chromium.launch({ channel: 'chrome', args: ARGUMENTS, timeout: LAUNCH_MS });
};

/** A page as a visitor has it who was never here. */
export interface FreshPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the browser refused because of a page's policy, on this page and those that it opens. */
  readonly violations: readonly string[];
}

/** Waits longer than usual, since a busy machine gets time to show it. */
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
