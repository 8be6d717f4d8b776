import type fc from 'fast-check';
import type { Simulation } from '../simulation.ts';

/** Definition of an action of simulations. */
export interface ActionDefinition<Input> {
  readonly name: string;
  /** How often the action is chosen, relative to the other actions. */
  readonly weight: number;
  readonly inputs: fc.Arbitrary<Input>;
  /** Performs the action in the service and in the model, and compares the results. */
  readonly perform: (simulation: Simulation, input: Input) => Promise<void>;
}

/** An action with its input. */
export interface ActionStep {
  readonly perform: (simulation: Simulation) => Promise<void>;
  readonly toString: () => string;
}

/** Weighted generator of steps of one action. */
export interface Action {
  readonly weight: number;
  readonly steps: fc.Arbitrary<ActionStep>;
}

export const defineAction = <Input>({ name, weight, inputs, perform }: ActionDefinition<Input>): Action => ({
  weight,
  steps: inputs.map((each) => ({
    perform: (simulation: Simulation) => perform(simulation, each),
    toString: () => `${name} ${JSON.stringify(each)}`,
  })),
});
