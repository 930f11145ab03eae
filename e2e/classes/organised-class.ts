import type { Page } from 'playwright-core';
import type { Tier } from '#shared/actor.ts';
import type { Person } from '../../src/testing/community.ts';
import type { Site } from '../../src/testing/listen.ts';
import { go } from '../visit.ts';

export const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** A class with its seats taken by `people`; answers its id. */
export async function addClass(
  site: Site,
  facts: {
    title: string;
    by: Person;
    startsAt: Date;
    tier?: Tier;
    people?: Person[];
  },
) {
  const { title, by, startsAt, tier = 'free', people = [] } = facts;
  const { id } = await site.db
    .insertInto('classes')
    .values({ title, description: 'De prueba', startsAt, requiredTier: tier, createdBy: by.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const person of people) {
    await site.db.insertInto('classEnrollments').values({ classId: id, userId: person.id }).execute();
  }
  return id;
}

/** Opens the drawer of a class for its organiser, by its address. */
export async function openDrawer(page: Page, id: string): Promise<void> {
  await go(page, `/admin/classes?class=${id}`);
  await page.getByRole('dialog').first().waitFor();
}

/** Opens one of the drawers beside an organiser's classes, on a phone. */
export async function openTool(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Más para organizar' }).click();
  await page.getByRole('menuitem', { name }).click();
}
