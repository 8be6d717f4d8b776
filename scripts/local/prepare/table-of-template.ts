import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import { isObject, text } from '../files.ts';
import { ofType, type Resource } from './template.ts';

/** The declared table as input of `CreateTable`. */
export interface DeclaredTable {
  readonly definition: CreateTableCommandInput & { readonly TableName: string };
  readonly ttlAttribute: string | null;
}

/** Returns the table that the templates declare. Throws unless they declare exactly one. */
export const declaredTable = (resources: readonly Resource[]): DeclaredTable => {
  const [table, ...more] = ofType(resources, 'AWS::DynamoDB::Table');
  if (table === undefined || more.length > 0) throw new Error('The templates must declare one table.');
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, BillingMode, StreamSpecification, TimeToLiveSpecification } =
    table.properties;
  const stream = isObject(StreamSpecification) ? { StreamSpecification: { StreamEnabled: true, ...StreamSpecification } } : {};
  // `CreateTable` has the same properties as the template, except for `StreamEnabled`.
  const definition = {
    TableName: table.name,
    KeySchema,
    AttributeDefinitions,
    GlobalSecondaryIndexes,
    BillingMode,
    ...stream,
  } as CreateTableCommandInput & { TableName: string };
  const ttl = isObject(TimeToLiveSpecification) ? TimeToLiveSpecification : {};
  return { definition, ttlAttribute: ttl['Enabled'] === true ? (text(ttl['AttributeName']) ?? null) : null };
};
