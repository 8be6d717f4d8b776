import { type EntryPoint, isConsoleOperation, isStreaming, type LoadedOperation, STREAM_MAIN } from '../shared/api/registry.ts';
import { isPublicOperation } from '../shared/api/table-access.ts';
import { isTablePermission } from './constructs/grants.ts';
import { FILES_WITHOUT_OPERATION } from './unrouted.ts';

/**
 * An HTTP API allows 300 integrations and, unless its quota is raised, 300 routes. Each function has one of each. The check fails 20
 * earlier, while there is still room for urgent operations.
 */
const MAX_ROUTED_FUNCTIONS = 280;

const duplicates = (values: readonly string[]): readonly string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

/**
 * Throws one error that lists every problem, for example an operation without a function, a streaming operation that is missing in the list
 * of the stream process, a function that no operation or stack uses, or a duplicate id or route. `streamingOperationIds`: the ids in that
 * list.
 */
export const checkRegistry = (
  operations: readonly LoadedOperation[],
  entries: readonly EntryPoint[],
  streamingOperationIds: readonly string[],
): void => {
  const files = new Set(entries.map((entry) => entry.file));
  const operationFiles = new Set(operations.map((each) => each.file));
  const routed = operations.filter((each) => !isStreaming(each)).length;
  const findings = [
    ...(routed > MAX_ROUTED_FUNCTIONS
      ? [`${routed} operations have a function behind the API, which allows 300: serve rarely used operations with one function.`]
      : []),
    ...operations
      .filter((each) => isStreaming(each) && !streamingOperationIds.includes(each.operation.id))
      .map((each) => `Operation ${each.operation.id} runs in the stream process, but ${STREAM_MAIN.list} does not list it.`),
    ...operations
      .filter((each) => !isStreaming(each) && streamingOperationIds.includes(each.operation.id))
      .map((each) => `Operation ${each.operation.id} is listed in ${STREAM_MAIN.list}, but not declared for the stream process.`),
    ...operations
      .filter((each) => !isStreaming(each) && !files.has(each.file))
      .map((each) => `Operation ${each.operation.id} has no function: ${each.file} exports no "handler".`),
    ...entries
      .filter(({ file }) => !operationFiles.has(file) && !FILES_WITHOUT_OPERATION.includes(file))
      .map(({ file }) => `Function ${file} has no operation: it exports "handler" without "operation", and no stack deploys it.`),
    ...FILES_WITHOUT_OPERATION.filter((file) => !files.has(file)).map(
      (file) => `A stack deploys ${file}, which does not exist or exports no "handler".`,
    ),
    ...operations
      .filter((each) => each.operation.uses?.includes('operator-key') === true && !isConsoleOperation(each))
      .map((each) => `Operation ${each.operation.id} is not a console operation: it may not use operator-key.`),
    ...operations
      .filter(
        ({ operation }) => !isPublicOperation(operation) && (operation.table !== undefined || operation.uses?.includes('pepper') === true),
      )
      .map(
        (each) =>
          `Operation ${each.operation.id} requires a credential: declare its access with profile and uses, not with table or pepper.`,
      ),
    ...operations
      .filter(({ operation }) => isPublicOperation(operation) && (operation.uses ?? []).some(isTablePermission))
      .map((each) => `Operation ${each.operation.id} requires no credential: declare its table access as table, not as uses.`),
    ...duplicates(operations.map((each) => each.operation.id)).map((id) => `Operation id ${id} is declared twice.`),
    ...duplicates(operations.map(({ operation }) => `${operation.method} ${operation.path.replace(/\{[^}]+\}/g, '{}')}`)).map(
      (route) => `Route ${route} is declared twice.`,
    ),
    ...duplicates(entries.map((entry) => entry.functionId)).map((id) => `Function name ${id} is used by two files.`),
  ];
  if (findings.length > 0) throw new Error(`The declarations do not match the functions:\n- ${findings.join('\n- ')}`);
};
