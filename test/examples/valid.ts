import { type GenericSchema, safeParse } from 'valibot';
import type { Examples } from '../../scripts/generate/openapi.ts';
import type { LoadedOperation } from '../../shared/api/registry.ts';

type Operation = LoadedOperation['operation'];

/** Parts of an example that are missing or do not match the schemas of its operation. */
export const invalidParts = (operation: Operation, example: Examples[string] | undefined): readonly string[] => {
  const matches = (schema: unknown, value: unknown) => value !== undefined && safeParse(schema as GenericSchema, value).success;
  return [
    ...(matches(operation.response, example?.response) ? [] : ['response']),
    ...(operation.body === null || matches(operation.body, example?.request) ? [] : ['request']),
  ];
};

export const isValidExample = (operation: Operation, example: Examples[string] | undefined): boolean =>
  invalidParts(operation, example).length === 0;
