import { enginePackage } from '../../engine-package.mjs';

export type EngineKind = 'dynoxide' | 'dynamodb-local';

/** Facts about this machine on which the choice of the engine depends. */
export interface Machine {
  /** `process.platform` and `process.arch`. */
  readonly platform: string;
  readonly arch: string;
  /** The path of the native engine; `null` when it is not installed. */
  readonly dynoxide: string | null;
  /** The folder of DynamoDB Local; `null` when it is not installed. */
  readonly dynamoDbLocal: string | null;
  /** Returns the major version of Java on the path, or `null`; called only without a native engine. */
  readonly javaVersion: () => number | null;
}

export type EngineChoice = { readonly kind: EngineKind } | { readonly kind: 'none'; readonly message: string };

const MINIMUM_JAVA = 17;

const adviceFor = ({ platform, arch }: Machine, java: number | null): string => {
  const native = enginePackage(platform, arch);
  const reason =
    native === null ? `There is no native engine for ${platform}-${arch}` : `The native engine, npm package ${native}, is not installed`;
  const javaFact = java === null ? 'Java is not installed' : `the installed Java is version ${java}`;
  return [
    `No DynamoDB engine can run on this machine. ${reason}, and ${javaFact}.`,
    `Install Java ${MINIMUM_JAVA} or later, or start another engine and set its address: DYNAMODB_ENDPOINT=http://127.0.0.1:8000`,
    ...(native === null ? [] : ['If your npm registry lacks the package, remove node_modules and start again with another registry.']),
  ].join('\n');
};

/** Chooses the native engine if installed, else DynamoDB Local if Java is new enough; else returns a message about what to install. */
export const chooseEngine = (machine: Machine): EngineChoice => {
  if (machine.dynoxide !== null) return { kind: 'dynoxide' };
  const java = machine.javaVersion();
  if (java !== null && java >= MINIMUM_JAVA && machine.dynamoDbLocal !== null) return { kind: 'dynamodb-local' };
  return { kind: 'none', message: adviceFor(machine, java) };
};

/** Parses the major version in the output of `java -version`; `null` if there is none. */
export const javaVersionIn = (text: string): number | null => {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  if (first === undefined) return null;
  // Java 8 and older versions report `1.8`, `1.7` and so on.
  return Number(first === '1' ? second : first);
};
