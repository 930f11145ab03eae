import type { SeededRandom } from '../../../../src/testing/seeded-random.ts';
import type { LoadContext } from '../servers/reach-failpoint.ts';
import type { SystemUnderTest } from '../servers/system-under-test.ts';

/** What a fault is injected with. */
export type Injection = {
  system: SystemUnderTest;
  /** Its own random numbers. */
  chance: SeededRandom;
  /** Takes what the product does wrong meanwhile. */
  violations: string[];
  note: (words: string) => void;
  /** For faults in the middle of an operation. */
  context: LoadContext;
  /** For faults that take each of several kinds in turn: one more each time that the fault is injected. */
  turn: number;
};

/** What a fault answers that cannot be injected here. */
export const notDone = 'not done';

/** Injects a fault for a while, or answers `notDone`. What it leaves behind is put right by `heal`. */
export type Fault = (injection: Injection) => Promise<unknown>;
