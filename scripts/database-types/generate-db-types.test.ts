import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../src/testing/community.ts';
import { generateDbTypes } from './generate-db-types.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

describe('generateDbTypes', () => {
  it('writes the committed schema.ts from the migrations (else run npm run db:types)', async () => {
    const committed = path.join(import.meta.dirname, '../../src/server/db/schema.ts');
    expect(await generateDbTypes(community.address)).toBe(await readFile(committed, 'utf8'));
  });

  it('gives a column the words of its check constraint, and plain text where no constraint closes it', async () => {
    await sql`
      create function sizes() returns text[] language sql immutable return array['s', 'm'];
      create table samples (
        id text primary key check (id in ('one', 'two')),
        several text check (several in ('a', 'b-c')),
        single text not null default 'x' check (single in ('x')),
        called text not null check (called = any (sizes())),
        listed text[] not null check (listed <@ array['p', 'q']),
        referring text not null references samples,
        open text not null check (length(open) < 9),
        either text not null check (either in ('a', 'b') or length(either) = 9),
        paired text not null,
        check (paired in ('a', 'b') or open = 'c')
      )`.execute(community.db);
    const types = await generateDbTypes(community.address);
    expect(
      types
        .match(/interface Samples \{\n(.*?)\n\}/s)?.[1]
        ?.split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      'called: "s" | "m";',
      'either: string;',
      'id: "one" | "two";',
      'listed: ArrayType<"p" | "q">;',
      'open: string;',
      'paired: string;',
      'referring: "one" | "two";',
      'several: "a" | "b-c" | null;',
      'single: Generated<"x">;',
    ]);
  });
});
