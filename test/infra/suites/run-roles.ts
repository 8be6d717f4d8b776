import { describe, expect, it } from 'vitest';
import { sampleResources } from '../deployment.ts';
import { type Statement, statementsOf, textOf } from '../templates.ts';

const statements = statementsOf(sampleResources());
const STEPS = ['RunPrepareStep', 'RunChargeStep', 'RunSettleStep'] as const;
const ofRole = (step: string): readonly Statement[] => statements.filter(({ role }) => role.id.startsWith(`${step}Role`));
const actionsOf = (step: string): readonly string[] => [...new Set(ofRole(step).flatMap(({ actions }) => actions))].sort();
const indexesOf = (step: string): readonly string[] =>
  ofRole(step).flatMap(({ resources }) => resources.map(textOf).flatMap((text) => /\/index\/([a-z-]+)/.exec(text)?.[1] ?? []));

const LOGS = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const READ = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const TRANSACTION = ['dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
const PROVIDER = ['kms:Decrypt', 'kms:Encrypt', 'secretsmanager:GetSecretValue'];
const START = 'states:StartExecution';

/** Matches partitions to which no step has access, except that the prepare step may order the email about the end of all attempts. */
const forbiddenFor = (step: string, actions: readonly string[]): RegExp =>
  step === 'RunPrepareStep' && actions.join() === 'dynamodb:UpdateItem'
    ? /"A#\*"|#api_key|#webhook|#member|L#/
    : /"A#\*"|#api_key|#webhook|#mail|#member|L#/;

describe('the role of a step of billing runs', () => {
  it('has only the actions and indexes that the step needs; only the charge step has access to the provider’s credentials', () => {
    expect(STEPS.map(actionsOf)).toEqual(
      [
        [...READ, ...TRANSACTION, ...LOGS, START],
        [...READ, ...TRANSACTION, ...LOGS, ...PROVIDER],
        [...READ, 'dynamodb:PutItem', 'dynamodb:UpdateItem', ...LOGS, START],
      ].map((actions) => actions.sort()),
    );
    expect(STEPS.map(indexesOf)).toEqual([['due'], ['by-parent'], ['due']]);
  });

  it.each(STEPS)('names the partitions of each table action, also of reads: %s', (step) => {
    const onTable = ofRole(step).filter(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')));
    expect(onTable.length).toBeGreaterThan(2);
    for (const { actions, condition } of onTable) {
      const patterns = textOf(condition);
      expect(patterns, actions.join()).toContain('dynamodb:LeadingKeys');
      expect(patterns, actions.join()).not.toMatch(forbiddenFor(step, actions));
    }
  });
});
