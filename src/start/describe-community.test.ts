import { expect, it } from 'vitest';
import { describeCommunity } from './describe-community.ts';

const firstAdmin = { email: 'ana@example.org', password: 'x'.repeat(12) };

it('describeCommunity names the demo, why it is there, and the administrator that the settings made beside it', () => {
  const settings = { seed: 'demo', seedBecause: 'embedded', firstAdmin } as const;
  expect(
    describeCommunity(settings, { hasDemo: true, madeAdmin: true, hasAdmin: true, demoPeople: 41 }),
  ).toEqual([
    'It serves the demo community, because the database is the embedded one and SEED is not set.',
    'ana@example.org is its first administrator, from ADMIN_EMAIL.',
  ]);
});

it('describeCommunity says when a setting changed nothing', () => {
  const settings = { seed: 'demo', seedBecause: 'demo', firstAdmin } as const;
  expect(
    describeCommunity(settings, { hasDemo: false, madeAdmin: false, hasAdmin: true, demoPeople: 0 }),
  ).toEqual([
    'It serves the people in its database. They are no demo, so SEED changed nothing.',
    'It has an administrator already, so ADMIN_EMAIL changed nothing.',
  ]);
});

it('describeCommunity says why there is no demo', () => {
  const settings = { seed: 'none', seedBecause: 'database', firstAdmin: null } as const;
  expect(
    describeCommunity(settings, { hasDemo: false, madeAdmin: false, hasAdmin: true, demoPeople: 0 }),
  ).toEqual([
    'It serves the people in its database, without a demo, because DATABASE_URL is set and SEED is not.',
  ]);
});

it('describeCommunity says that people of the demo are left in a community without it', () => {
  const settings = { seed: 'none', seedBecause: 'none', firstAdmin: null } as const;
  expect(
    describeCommunity(settings, { hasDemo: false, madeAdmin: false, hasAdmin: true, demoPeople: 41 }),
  ).toEqual([
    'It serves the people in its database, without a demo, because SEED=none.',
    expect.stringMatching(/^41 of these people are the demo's, .* empty DATA_DIR or database/),
  ]);
});

it('describeCommunity says of a community without an administrator how to make one', () => {
  const settings = { seed: 'none', seedBecause: 'none', firstAdmin: null } as const;
  const people = { hasDemo: false, madeAdmin: false, demoPeople: 0 };
  const line = 'It has no administrator: set ADMIN_EMAIL and ADMIN_PASSWORD, and start again.';
  expect(describeCommunity(settings, { ...people, hasAdmin: false })).toContain(line);
  expect(describeCommunity(settings, { ...people, hasAdmin: true })).not.toContain(line);
});
