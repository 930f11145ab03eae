import { expect, it } from 'vitest';
import { callbackErrorIn } from './callback-error.ts';

it('callbackErrorIn answers null for an address without an error', () => {
  expect(callbackErrorIn('?register=true', '#inicio')).toBeNull();
});

it.each([
  [
    '?error=access_denied&error_code=otp_expired&error_description=x',
    '',
    { kind: 'expired', code: 'otp_expired' },
  ],
  ['', '#error=access_denied&error_description=User+denied', { kind: 'denied', code: 'access_denied' }],
  ['?error=PROVIDER_AWAY', '', { kind: 'provider', code: 'PROVIDER_AWAY' }],
  ['?error=http_busy', '', { kind: 'busy', code: 'http_busy' }],
  ['?error=account_not_linked', '', { kind: 'notJoined', code: 'account_not_linked' }],
  ['?error=link_session_ended', '', { kind: 'linkEnded', code: 'link_session_ended' }],
  ['?error=who_knows', '', { kind: 'other', code: 'who_knows' }],
  ['?error_description=Call+this+number', '', { kind: 'other', code: null }],
  ['?error=Call%20this%20number%20now', '', { kind: 'other', code: null }],
] as const)('callbackErrorIn reads the error of %s%s', (search, hash, error) => {
  expect(callbackErrorIn(search, hash)).toEqual(error);
});
