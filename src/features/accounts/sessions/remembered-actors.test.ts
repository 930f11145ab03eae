import { describe, expect, it } from 'vitest';
import type { Member } from '#shared/actor.ts';
import { createRememberedActors } from './remembered-actors.ts';

const now = Date.parse('2026-11-02T18:00:00Z');
const ana = { userId: 'ana' } as Member;

/** Reads Ana's rights, forgets people meanwhile, and answers whether what was read is remembered. */
function isRemembered(forget: (actors: ReturnType<typeof createRememberedActors>) => void): boolean {
  const actors = createRememberedActors();
  actors.forget('ana');
  const readIn = actors.generation();
  forget(actors);
  actors.remember('token', { actor: ana, ends: now + 60_000 }, now, readIn);
  return actors.recall('token', now)?.actor === ana;
}

describe('the cache of actors', () => {
  it('remembers rights that were read while those of another person changed', () => {
    expect(isRemembered((actors) => actors.forget('leo'))).toBe(true);
  });

  it('remembers nothing that was read before the rights of that person changed', () => {
    expect(isRemembered((actors) => actors.forget('ana'))).toBe(false);
  });

  it('remembers nothing that was read before everybody was forgotten', () => {
    expect(isRemembered((actors) => actors.forgetEverybody())).toBe(false);
  });

  it('remembers nothing where so many changed that it no longer knows whether that person did', () => {
    const change = (people: number) => (actors: ReturnType<typeof createRememberedActors>) => {
      for (let person = 0; person < people; person++) actors.forget(`person ${person}`);
    };
    // The oldest that falls out is Ana's own, of before the read.
    expect(isRemembered(change(1000))).toBe(true);
    expect(isRemembered(change(1001))).toBe(false);
  });
});
