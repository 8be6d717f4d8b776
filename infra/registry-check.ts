import { type EntryPoint, isOfConsole, isStreaming, type LoadedOperation, SIDECAR } from '../shared/api/registry.ts';
import { isOpenToAll } from '../shared/api/table-access.ts';
import { isTablePart } from './constructs/grants.ts';
import { UNROUTED_FILES } from './unrouted.ts';

const twice = (values: readonly string[]): readonly string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

/**
 * Throws one error with every mismatch: operations without a function or a place in the sidecar, functions without operation or place in
 * the stacks, missing functions, duplicate ids, routes or function names. `served`: ids of the sidecar's operations.
 */
export const checkRegistry = (operations: readonly LoadedOperation[], entries: readonly EntryPoint[], served: readonly string[]): void => {
  const files = new Set(entries.map((entry) => entry.file));
  const operated = new Set(operations.map((each) => each.file));
  const findings = [
    ...operations
      .filter((each) => isStreaming(each) && !served.includes(each.operation.id))
      .map((each) => `Operation ${each.operation.id} runs in the sidecar, but ${SIDECAR.list} does not list it.`),
    ...operations
      .filter((each) => !isStreaming(each) && served.includes(each.operation.id))
      .map((each) => `Operation ${each.operation.id} is listed in ${SIDECAR.list}, but does not say that it runs in the sidecar.`),
    ...operations
      .filter((each) => !isStreaming(each) && !files.has(each.file))
      .map((each) => `Operation ${each.operation.id} has no function: ${each.file} exports no "handler".`),
    ...entries
      .filter(({ file }) => !operated.has(file) && !UNROUTED_FILES.includes(file))
      .map(({ file }) => `Function ${file} has no operation: it exports "handler" without "operation", and no stack deploys it.`),
    ...UNROUTED_FILES.filter((file) => !files.has(file)).map(
      (file) => `A stack deploys ${file}, which does not exist or exports no "handler".`,
    ),
    ...operations
      .filter((each) => each.operation.uses?.includes('operator-key') === true && !isOfConsole(each))
      .map((each) => `Operation ${each.operation.id} is none of the console: it may not use operator-key.`),
    ...operations
      .filter(({ operation }) => !isOpenToAll(operation) && (operation.table !== undefined || operation.uses?.includes('pepper') === true))
      .map(
        (each) => `Operation ${each.operation.id} takes a credential: its access follows from profile and uses, not from table or pepper.`,
      ),
    ...operations
      .filter(({ operation }) => isOpenToAll(operation) && (operation.uses ?? []).some(isTablePart))
      .map((each) => `Operation ${each.operation.id} is open to all: what it does with the table is declared as table, not as uses.`),
    ...twice(operations.map((each) => each.operation.id)).map((id) => `Operation id ${id} is declared twice.`),
    ...twice(operations.map(({ operation }) => `${operation.method} ${operation.path.replace(/\{[^}]+\}/g, '{}')}`)).map(
      (route) => `Route ${route} is declared twice.`,
    ),
    ...twice(entries.map((entry) => entry.functionId)).map((id) => `Function name ${id} belongs to two files.`),
  ];
  if (findings.length > 0) throw new Error(`The declarations do not match the functions:\n- ${findings.join('\n- ')}`);
};
