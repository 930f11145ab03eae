import { expect, it } from 'vitest';
import { provedAddress } from './proved-address.ts';

const email = 'Ana@Example.org';

it.each([
  ['says that it is verified', { email, email_verified: true }],
  ['says so as a text, as Apple does', { email, email_verified: 'true' }],
  ['vouches for the owner of the domain, as Microsoft does', { email, xms_edov: 1 }],
  ['lists it as verified', { email, verified_primary_email: [email] }],
])('provedAddress takes an address of which the provider %s', (_how, claims) => {
  expect(provedAddress(claims)).toBe('ana@example.org');
});

it.each([
  ['that the provider does not vouch for', { email }],
  ['that is not verified', { email, email_verified: false }],
  ['whose word is a text of another kind', { email, email_verified: 'yes' }],
  ['whose domain nobody owns, though it says verified', { email, email_verified: true, xms_edov: false }],
  ['when another one is listed as verified', { email, verified_primary_email: ['otra@example.org'] }],
  ['that is missing', { email_verified: true }],
  ['that is no address', { email: 'ana', email_verified: true }],
  ['that is no text', { email: [email], email_verified: true }],
])('provedAddress takes no address %s', (_what, claims) => {
  expect(provedAddress(claims)).toBeNull();
});
