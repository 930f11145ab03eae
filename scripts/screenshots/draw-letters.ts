import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { shownFirstName } from '#features/accounts/rules.ts';
import { connect, type Db } from '#server/db/connect.ts';
import type { Locale } from '#shared/locales.ts';
import { demoStudent } from '../../seed/seed-classes.ts';
import { openContext } from '../../src/testing/chromium.ts';
import { findRunningDatabase } from '../operate/find-running-database.ts';
import { everyLetter, type LetterScene } from './every-letter.ts';
import type { RunningApp } from './start-app.ts';
import type { Look } from './tour.ts';

/**
 * Draws every letter that Sumi writes as a mail program does, in a language, of the people and classes that the running
 * community has: `letter-<kind>-<locale>-<width>-<scheme>.png`.
 */
export async function drawLetters(
  browser: Browser,
  app: Pick<RunningApp, 'dataDir'>,
  { looks, locale, out }: { looks: readonly Look[]; locale: Locale; out: string },
): Promise<void> {
  const address = findRunningDatabase({ DATA_DIR: app.dataDir });
  if (!address) throw new Error('The app has no database of its own.');
  const connection = connect(address, { poolSize: 1 });
  const scene = await findScene(connection.db, locale);
  await connection.close();
  const letters = everyLetter(scene);
  for (const look of looks) {
    const context = await openContext(browser, look);
    const page = await context.newPage();
    for (const { kind, html } of letters) {
      await page.setContent(html);
      const name = `letter-${kind.replace('.', '-')}-${locale}-${look.width}-${look.colorScheme}.png`;
      await page.screenshot({ path: join(out, name), fullPage: true });
    }
    await context.close();
  }
  console.log(`${letters.length} letters in ${locale}, each at ${looks.length} looks, in ${out}.`);
}

/** The demo's student with their next class, its teacher, and a kid. */
async function findScene(db: Db, locale: Locale): Promise<LetterScene> {
  const seat = await db
    .selectFrom('classEnrollments')
    .innerJoin('classes', 'classes.id', 'classEnrollments.classId')
    .innerJoin('users as student', 'student.id', 'classEnrollments.userId')
    .innerJoin('users as teacher', 'teacher.id', 'classes.createdBy')
    .select(['classes.id as classId', 'classes.title', 'classes.startsAt', 'teacher.name as other'])
    .select(['student.id as userId', 'student.name', 'student.zone'])
    .where('student.email', '=', demoStudent)
    .where('classes.startsAt', '>', new Date())
    .orderBy('classes.startsAt')
    .limit(1)
    .executeTakeFirstOrThrow();
  const kid = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.userId')
    .select('users.name')
    .where('ageGroup', '=', 'kid')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { userId, name, zone, ...facts } = seat;
  const appUrl = 'https://sumi.example';
  return {
    ...facts,
    reader: { userId, name, zone, locale, now: new Date() },
    kid: shownFirstName(kid.name),
    appUrl,
  };
}
