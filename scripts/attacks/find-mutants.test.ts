import { expect, it } from 'vitest';
import { findMutants } from './find-mutants.ts';

const without = (source: string, where: { permissions?: boolean; server?: boolean } = {}) =>
  findMutants(source, where).map(({ start, end, put }) => source.slice(0, start) + put + source.slice(end));

it('findMutants takes out a refusal that is thrown because of who asks, and leaves other refusals', () => {
  const source =
    'if (refusal) throw new Refusal(refusal);\nif (full) throw new Refusal(enrolRefusals.full);\n';
  expect(without(source)).toEqual([';\nif (full) throw new Refusal(enrolRefusals.full);\n']);
});

it('findMutants takes out a call that refuses, awaited or not', () => {
  expect(without('await refuseUnlessManaged(ctx, id);')).toEqual([';']);
  expect(without("refuse(may(ctx.actor, 'organise'));")).toEqual([';']);
});

it('findMutants takes out a condition on a column that names an owner, in a builder and in SQL', () => {
  expect(
    without("db.selectFrom('orders').where('orders.userId', '=', actor.userId).where('id', '=', id);"),
  ).toEqual(["db.selectFrom('orders').where('id', '=', id);"]);
  expect(without('sql`delete from seats where user_id = ${me} and id = 7`')).toEqual([
    'sql`delete from seats where (user_id = ${me}) is not null and id = 7`',
  ]);
});

it('findMutants takes out each condition of permissions, and each of its operands', () => {
  expect(without('const f = (a) => (a.isAdmin && a.isHere ? null : no);', { permissions: true })).toEqual([
    'const f = (a) => ((null));',
    'const f = (a) => ((no));',
    'const f = (a) => ((a.isHere) ? null : no);',
    'const f = (a) => ((a.isAdmin) ? null : no);',
  ]);
});

it('findMutants takes out a condition on an owner in a join and in an expression', () => {
  expect(
    without("db.innerJoin('seats', (join) => join.onRef('a', '=', 'b').on('seats.userId', '=', me));"),
  ).toEqual(["db.innerJoin('seats', (join) => join.onRef('a', '=', 'b'));"]);
  expect(without("eb.or([eb('createdBy', '=', me), eb('isOpen', '=', true)])")).toEqual([
    "eb.or([eb.lit(true), eb('isOpen', '=', true)])",
  ]);
  expect(without('sql`join likes on likes.user_id <> ${me} and shown`')).toEqual([
    'sql`join likes on (likes.user_id <> ${me}) is not null and shown`',
  ]);
});

it('findMutants takes out what the server does not let through, and each operand of why', () => {
  const source =
    'const f = (c) => { if (isFull || isLate) throw new Refusal(tooMany); if (isGone) return c.notFound(); };';
  const changed = (from: string, to: string) => source.replace(from, to);
  expect(without(source)).toEqual([]);
  expect(without(source, { server: true })).toEqual([
    changed('if (isFull || isLate) throw new Refusal(tooMany);', ';'),
    changed('isFull || isLate', '(isLate)'),
    changed('isFull || isLate', '(isFull)'),
    changed('if (isGone) return c.notFound();', ';'),
  ]);
});
