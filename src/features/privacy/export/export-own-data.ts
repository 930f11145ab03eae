import { limitAccount } from '#features/accounts/sign-in/limit-account.ts';
import type { PasswordChecks } from '#features/accounts/sign-in/password-checks.ts';
import { reauthenticateOwner } from '#features/accounts/sign-in/reauthenticate-owner.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Files } from '#server/files/files.ts';
import { type OwnData, readOwnRows } from '#server/own-data/own-data.ts';
import { type ZipEntry, zipEntries } from '#server/own-data/zip-entries.ts';
import { memberOf } from '#shared/actor.ts';
import type { Locale } from '#shared/locales.ts';
import { exportLimit } from '../rules.ts';
import { archiveIndex, type Listed } from './archive-index.ts';

type Parts = { passwords: Pick<PasswordChecks, 'verify'>; files: Files; ownData: readonly OwnData[] };

/**
 * Streams the archive of the member's own data: `data/<part>.json` for each part that has rows, what they uploaded, and
 * `index.html`, which says in their language what each file holds. Read page by page, so a row that changes meanwhile
 * may be the old or the new one.
 * @throws Refusal signInFirst, passwordAgain, wrongPassword, tooMany, before the first piece
 */
export async function exportOwnData(
  ctx: Ctx,
  { passwords, files, ownData }: Parts,
  password: string | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const member = memberOf(ctx.actor);
  await reauthenticateOwner(ctx, passwords, member, { password });
  await limitAccount(ctx, 'export', member.userId, exportLimit);
  const { locale, zone } = await ctx.db
    .selectFrom('users')
    .select(['locale', 'zone'])
    .where('id', '=', member.userId)
    .executeTakeFirstOrThrow();
  return zipEntries(entries(ctx, { files, ownData }, { userId: member.userId, locale, zone }));
}

async function* entries(
  ctx: Ctx,
  { files, ownData }: Omit<Parts, 'passwords'>,
  { userId, locale, zone }: { userId: string; locale: Locale; zone: string },
): AsyncGenerator<ZipEntry> {
  const encoder = new TextEncoder();
  const listed: Listed[] = [];
  for (const data of ownData) {
    for (const part of data.parts) {
      const pages = readOwnRows(ctx, part, userId);
      const first = await pages.next();
      if (first.done) continue;
      const file = { name: part.name, file: `data/${part.name}.json`, rows: 0 };
      async function* pieces() {
        yield encoder.encode('[');
        for (let page = first; !page.done; page = await pages.next()) {
          const separator = file.rows === 0 ? '\n' : ',\n';
          file.rows += page.value.length;
          yield encoder.encode(separator + page.value.map((row) => JSON.stringify(row, null, 2)).join(',\n'));
        }
        yield encoder.encode('\n]\n');
      }
      yield { name: file.file, pieces: pieces() };
      listed.push(file);
    }
    for (const { name, bytes } of (await data.files?.(ctx.db, files, userId)) ?? []) {
      yield { name, pieces: [bytes] };
      listed.push({ name: 'picture', file: name, rows: 1 });
    }
  }
  yield {
    name: 'index.html',
    pieces: [encoder.encode(archiveIndex(listed, { locale, zone, now: ctx.now }))],
  };
}
