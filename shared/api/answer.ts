import type * as v from 'valibot';
import type { AnySchema } from './operation.ts';

type Unchanging<Value> = Value extends object ? { readonly [Name in keyof Value]: Unchanging<Value[Name]> } : Value;

/** What answers a schema: all that it takes in. An answer is only read, so that lists of a view fit as they are. */
export type AnswerTo<Schema extends AnySchema> = Unchanging<v.InferInput<Schema>>;

/**
 * `Given` as far as `Known` names its fields; every other field is `never`. Asked for together with `Given` itself, it
 * makes the compiler refuse a field that the schema does not have, at any depth.
 */
export type NothingBeyond<Known, Given> = unknown extends Known
  ? Given
  : Given extends readonly (infer Item)[]
    ? readonly NothingBeyond<Extract<Known, readonly unknown[]>[number], Item>[]
    : Given extends object
      ? {
          readonly [Name in keyof Given]: Name extends keyof Extract<Known, object>
            ? NothingBeyond<Extract<Known, object>[Name], Given[Name]>
            : never;
        }
      : Given;
