/**
 * Why a source did not give what it was asked for.
 * - `unreachable`: no connection, or an error of its own; `slow`: no whole answer in time;
 * - `quota`: asked too often; `refused`: it will not answer us; `not-found`: it has no such thing;
 * - `unreadable`: its answer makes no sense; `too-large`: or has no end;
 * - `needs-key`: only its API could answer, and there is no key for it.
 */
const sourceFaults = [
  'unreachable', 'slow', 'quota', 'refused', 'not-found', 'unreadable', 'too-large', 'needs-key',
] as const; // biome-ignore format: one glance
export type SourceFault = (typeof sourceFaults)[number];

/** Names the fault and nothing else: no address, no key, nothing the source said. */
export class SourceError extends Error {
  readonly fault: SourceFault;

  constructor(fault: SourceFault) {
    super(`the source: ${fault}`);
    this.fault = fault;
  }
}
