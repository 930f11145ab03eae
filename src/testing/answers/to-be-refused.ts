import { expect } from 'vitest';
import { Refusal, type RefusalAnswer, type RefusalDetail, type RefusalKind } from '#shared/refusal.ts';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * A request was answered with this refusal, or a use case threw it: its status and its code, and its detail where
     * one is given. `await expect(enrol(student, id)).toBeRefused(enrolRefusals.full)`.
     */
    toBeRefused(kind: RefusalKind, detail?: RefusalDetail): Promise<void>;
  }
}

expect.extend({
  async toBeRefused(received: unknown, kind: RefusalKind, detail?: RefusalDetail) {
    const actual = await refusalIn(received);
    const expected = { status: kind.status, code: kind.code, ...(detail && { detail }) };
    const compared = detail ? actual : { status: actual.status, code: actual.code };
    return {
      pass: this.equals(compared, expected),
      message: () => `expected ${this.isNot ? 'any refusal but' : 'the refusal'} ${expected.code}`,
      actual: compared,
      expected,
    };
  },
});

type Found = { status: number | undefined; code: string | undefined; detail?: RefusalDetail };

/** What a response or a promise was refused with; a success has its status and no code, a use case's neither. */
export async function refusalIn(received: unknown): Promise<Found> {
  try {
    const answer = await received;
    if (!(answer instanceof Response)) return { status: undefined, code: undefined };
    const { code, detail } = (await answer.clone().json()) as Partial<RefusalAnswer>;
    return { status: answer.status, code, ...(detail && { detail }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, code, detail } = error;
    return { status, code, ...(detail && { detail }) };
  }
}
