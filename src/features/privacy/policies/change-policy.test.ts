import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownDeviceDays } from '#features/accounts/rules.ts';
import { teacherSharePercent } from '#features/payments/contract.ts';
import { type Locale, localeCodes } from '#shared/locales.ts';
import { defaultRules } from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { policyChangedMeanwhile } from '../contract.ts';
import { usualKeptDays } from '../rules.ts';
import { changePolicy } from './change-policy.ts';
import { readPolicy } from './read-policy.ts';

const keptDays = { idleSessions: 31, sessions: 181, notices: 91, reports: 182, leads: 366, acts: 1096 };

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

const read = async (name: string, locale: string) =>
  (await community.request(null, 'GET', `/api/privacy/policies/${name}?locale=${locale}`)).json();
async function write(person: Person, name: string, locale: string, text: string, version?: number) {
  const seen = version ?? (await read(name, locale)).version;
  return community.request(person, 'PUT', `/api/privacy/policies/${name}`, { locale, text, version: seen });
}

it.each(localeCodes)(
  'the product’s own privacy notice in %s says for how many days things are kept',
  async (locale) => {
    const { text } = await readPolicy({ db: community.db }, keptDays, { name: 'privacy', locale });
    for (const days of [...Object.values(keptDays), knownDeviceDays]) expect(text).toContain(String(days));
    expect(text).not.toMatch(/[{}]/);
  },
);

it('the product’s own privacy notice says whole years as years', async () => {
  const textIn = async (locale: Locale) =>
    (await readPolicy({ db: community.db }, usualKeptDays, { name: 'privacy', locale })).text;
  expect(await textIn('es')).toContain('quien no tiene cuenta: 1 año.');
  expect(await textIn('es')).toContain('queda anotado 3 años,');
  expect(await textIn('ko')).toContain('3년 동안');
});

it.each(localeCodes)(
  'the product’s own terms in %s say the refund hours of the class rules and the teacher’s share',
  async (locale) => {
    const ownTerms = () => readPolicy({ db: community.db }, keptDays, { name: 'terms', locale });
    const figuresOf = async () => (await ownTerms()).text.match(/\d+/g);
    await community.request(admin, 'PUT', '/api/classes/rules', defaultRules);
    expect(await figuresOf()).toEqual(['24', String(teacherSharePercent)]);
    await community.request(admin, 'PUT', '/api/classes/rules', { ...defaultRules, refundedHours: 48 });
    expect(await figuresOf()).toEqual(['48', String(teacherSharePercent)]);
    expect((await ownTerms()).text).not.toMatch(/[{}]/);
  },
);

describe('changePolicy', () => {
  it('shows visitors the product’s own text in their language until an administrator writes one', async () => {
    expect(await read('privacy', 'de')).toMatchObject({ locale: 'de', changedAt: null });
    expect((await read('privacy', 'de')).text).toContain('# Deine Rechte');
    expect((await write(admin, 'privacy', 'es', 'Nuestro aviso.')).status).toBe(200);
    expect(await read('privacy', 'es')).toMatchObject({ locale: 'es', text: 'Nuestro aviso.' });
    // The product's German text may not be true any more.
    expect(await read('privacy', 'de')).toMatchObject({ locale: 'es', text: 'Nuestro aviso.' });
    expect((await write(admin, 'privacy', 'de', 'Unser Hinweis.')).status).toBe(200);
    expect(await read('privacy', 'de')).toMatchObject({ locale: 'de', text: 'Unser Hinweis.' });
    expect(await read('terms', 'es')).toMatchObject({ changedAt: null });
  });

  it('keeps each version with who wrote it and when, and an act of it', async () => {
    await write(admin, 'terms', 'es', 'Primera.');
    await write(admin, 'terms', 'es', 'Segunda.');
    expect((await read('terms', 'es')).text).toBe('Segunda.');
    const versions = await community.db
      .selectFrom('policyVersions')
      .select(['body', 'changedBy'])
      .where('name', '=', 'terms')
      .orderBy('id')
      .execute();
    expect(versions).toEqual([
      { body: 'Primera.', changedBy: admin.id },
      { body: 'Segunda.', changedBy: admin.id },
    ]);
    const acts = await community.db
      .selectFrom('auditLog')
      .select('detail')
      .where('act', '=', 'privacy.change-policy')
      .execute();
    expect(acts).toContainEqual({ detail: { kind: 'terms', language: 'es' } });
    await expect(community.db.deleteFrom('policyVersions').execute()).rejects.toThrow('append-only');
  });

  it('refuses an administrator who saw an older version of the language, and those who write at once but for one', async () => {
    const { version } = await read('terms', 'fr');
    expect(version).toBe(0);
    expect((await write(admin, 'terms', 'fr', 'La mienne.', version)).status).toBe(200);
    await expect(write(admin, 'terms', 'fr', 'L’autre.', version)).toBeRefused(policyChangedMeanwhile);
    expect(await read('terms', 'fr')).toMatchObject({ text: 'La mienne.', version: 1 });
    await expect(write(admin, 'terms', 'fr', 'L’autre.', 7)).toBeRefused(policyChangedMeanwhile);
    // Another language has versions of its own.
    expect((await write(admin, 'terms', 'pt', 'A minha.', 0)).status).toBe(200);

    const ctx = await community.ctxFor(admin);
    const outcomes = await raceForTable(community.db, 'policyVersions', () =>
      ['Une.', 'Deux.', 'Trois.'].map((text) =>
        changePolicy(ctx, keptDays, { name: 'terms', locale: 'fr', text, version: 1 }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of outcomes)
      if (one.status === 'rejected') expect(one.reason).toMatchObject(policyChangedMeanwhile);
  });
});
