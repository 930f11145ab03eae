import { beforeEach, describe, expect, it } from 'vitest';
import { askThrough } from '#web/api/call.ts';
import { onSessionEvent, type SessionEvent } from './session-events.ts';
import { type SignOutScope, signOut } from './sign-out.ts';

let asked: string[];
let heard: SessionEvent[];
let answers: Record<string, number>;
askThrough(async (address) => {
  asked.push(address);
  return new Response('{"code":"session_not_found"}', { status: answers[address] ?? 200 });
});
onSessionEvent((event) => heard.push(event));
beforeEach(() => {
  [asked, heard, answers] = [[], [], {}];
});

const [here, others, all] = [
  '/api/auth/sign-out',
  '/api/auth/revoke-other-sessions',
  '/api/auth/revoke-sessions',
];

describe('signOut', () => {
  it.each<[SignOutScope, string[], SessionEvent[]]>([
    ['local', [here], ['SIGNED_OUT']],
    ['others', [others], []],
    ['global', [all, here], ['SIGNED_OUT']],
  ])('of scope %s asks %j', async (scope, requests, events) => {
    await signOut(scope);
    expect(asked).toEqual(requests);
    expect(heard).toEqual(events);
  });

  it.each([401, 403, 404])('leaves this browser where its session has ended already: %i', async (status) => {
    answers = { [here]: status };
    await signOut('local');
    // The session went with all the others, so that the cookie alone is left to take away.
    await signOut('global');
    expect(heard).toEqual(['SIGNED_OUT', 'SIGNED_OUT']);
  });

  it.each<[SignOutScope, string]>([
    ['others', others],
    ['global', all],
  ])('of scope %s fails where this session has ended and the others go on', async (scope, refused) => {
    answers = { [refused]: 401 };
    await expect(signOut(scope)).rejects.toMatchObject({ status: 401, code: 'session_not_found' });
    expect(asked).toEqual([refused]);
    expect(heard).toEqual([]);
  });

  it('fails where the server cannot be reached', async () => {
    answers = { [here]: 503 };
    await expect(signOut('local')).rejects.toMatchObject({ status: 503 });
    expect(heard).toEqual([]);
  });
});
