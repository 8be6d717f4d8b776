import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bundleForBrowsers } from '../../scripts/build/browser.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';

const console = await bundleForBrowsers(REPOSITORY_ROOT, 'functions/console/browser/console.ts');

const textOf = (name: string): string => Buffer.from(console.chunks.get(name) ?? console.script).toString();

describe('the script of the console', () => {
  it('is small, so that it starts to read the session while the rest is loading', () => {
    const { length } = gzipSync(console.script);
    expect(length).toBeLessThan(2048);
  });

  it('loads at most six further files at the start: as many as a browser loads at the same time over HTTP/1.1', () => {
    expect(console.startChunks.length).toBeLessThanOrEqual(6);
    expect(console.startChunks.some((name) => name.startsWith('console-app-'))).toBe(true);
    // All files that these files import statically are among them.
    const started = [console.name, ...console.startChunks];
    const imported = started.flatMap((name) => [...textOf(name).matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)].map(([, each]) => each));
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((name) => name !== undefined && !started.includes(name))).toEqual([]);
  });

  it('loads the screens that need much code on demand', () => {
    const onDemand = [...console.chunks.keys()].filter((name) => !console.startChunks.includes(name));
    for (const screen of ['object-page', 'imports', 'settings', 'reports'])
      expect(onDemand.some((name) => name.startsWith(`console-${screen}-`))).toBe(true);
  });
});
