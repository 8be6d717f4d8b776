import type * as v from 'valibot';
import type { AnySchema } from './operation.ts';

type DeepReadonly<Value> = Value extends object ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> } : Value;

/** Input type of a response schema, deeply readonly, so that readonly arrays of views are assignable. */
export type ResponseBody<Schema extends AnySchema> = DeepReadonly<v.InferInput<Schema>>;

/**
 * `Given` with every field that `Known` does not have typed as `never`. `Given & NothingBeyond<Known, Given>` makes the compiler
 * reject extra fields at any depth.
 */
export type NoExtraFields<Known, Given> = unknown extends Known
  ? Given
  : Given extends readonly (infer Item)[]
    ? readonly NoExtraFields<Extract<Known, readonly unknown[]>[number], Item>[]
    : Given extends object
      ? {
          readonly [Name in keyof Given]: Name extends keyof Extract<Known, object>
            ? NoExtraFields<Extract<Known, object>[Name], Given[Name]>
            : never;
        }
      : Given;
