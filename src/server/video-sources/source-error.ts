/**
 * Why a request to a source failed.
 * - `unreachable`: no connection, or a server error; `slow`: no complete answer in time;
 * - `quota`: rate limited; `refused`: another client error; `not-found`: no such channel or video;
 * - `unreadable`: the answer has another form than expected; `too-large`: the answer exceeds the limit;
 * - `needs-key`: only the API can answer, and there is no key for it.
 */
const sourceFaults = [
  'unreachable', 'slow', 'quota', 'refused', 'not-found', 'unreadable', 'too-large', 'needs-key',
] as const; // biome-ignore format: two lines are easier to read
export type SourceFault = (typeof sourceFaults)[number];

/** Its message is the fault alone: no address, no key, nothing of the answer. */
export class SourceError extends Error {
  readonly fault: SourceFault;
  /** The status of the answer, where there was one. */
  readonly status: number | undefined;
  /** The text of that answer, which is neither logged nor shown. */
  readonly answer: string;

  constructor(fault: SourceFault, status?: number, answer = '') {
    super(`the source: ${fault}`);
    this.fault = fault;
    this.status = status;
    this.answer = answer;
  }
}
