import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isObject } from '../../local/files.ts';
import { synthesize } from '../../local/prepare/synth.ts';
import { readTemplates } from '../../local/prepare/template.ts';

/** A resource of a template, as it is declared. */
export interface DeclaredResource {
  readonly Type?: unknown;
  readonly Properties?: unknown;
  readonly Metadata?: unknown;
}

/** Renders a deployment, and returns the resources of all templates with their logical ids. `variables`: see `synthesize`. */
export const renderResources = async (
  variables?: Readonly<Record<string, string>>,
): Promise<readonly (readonly [logicalId: string, DeclaredResource])[]> => {
  const directory = mkdtempSync(join(tmpdir(), 'billing-bench-'));
  try {
    const outdir = join(directory, 'assembly');
    await synthesize(outdir, variables);
    return [...readTemplates(outdir).values()].flatMap(({ Resources }) =>
      isObject(Resources) ? Object.entries(Resources as Readonly<Record<string, DeclaredResource>>) : [],
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
