import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../../local/synth.ts';
import { readTemplates } from '../../local/template.ts';
import type { DeployedValues } from './settings.ts';

interface FunctionResource {
  readonly Type: string;
  readonly Metadata?: Readonly<Record<string, unknown>>;
  readonly Properties?: {
    readonly ReservedConcurrentExecutions?: number;
    readonly Environment?: { readonly Variables: Readonly<Record<string, unknown>> };
  };
}

/** Reads the values for billing runs from the templates of a deployment with the default settings. */
export const readDeployedValues = async (): Promise<DeployedValues> => {
  const directory = mkdtempSync(join(tmpdir(), 'billing-simulation-'));
  try {
    const outdir = join(directory, 'assembly');
    await synthesize(outdir);
    const resources = [...readTemplates(outdir).values()].flatMap((template) =>
      Object.values((template as { readonly Resources?: Readonly<Record<string, FunctionResource>> }).Resources ?? {}),
    );
    const functionOf = (id: string) => {
      const found = resources.find(({ Metadata }) => Metadata?.['billing:function'] === id)?.Properties;
      if (found === undefined) throw new Error(`The templates contain no function ${id}.`);
      return found;
    };
    const setting = (name: string): number => Number(functionOf('schedules-run-prepare').Environment?.Variables[name]);
    const reserved = (id: string): number => functionOf(id).ReservedConcurrentExecutions ?? Number.POSITIVE_INFINITY;
    return {
      chargesAtOnce: setting('CHARGES_AT_ONCE'),
      runsAtOnce: setting('RUNS_AT_ONCE'),
      concurrency: {
        prepare: reserved('schedules-run-prepare'),
        charge: reserved('schedules-run-charge'),
        settle: reserved('schedules-run-settle'),
      },
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
